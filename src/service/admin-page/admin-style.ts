/** The style of the administrator's page, inside the page: its policy allows exactly this text. */
export const STYLE = `
:root { color-scheme: light dark; --back: #fff; --soft: #f4f5f7; --ink: #1b1f24; --dim: #57606a; --line: #d5d9de;
  --mark: #0a5c9e; --warn: #a40e26; }
@media (prefers-color-scheme: dark) {
  :root { --back: #16191d; --soft: #21262c; --ink: #e8eaed; --dim: #a9b1ba; --line: #3a4149; --mark: #7cbcf2;
    --warn: #ff9aa5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.45 system-ui, sans-serif;
  overflow-wrap: anywhere; }
main { max-width: 1200px; margin: 0 auto; padding: 20px 24px 48px; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 32px 0 8px; }
p { margin: 6px 0; max-width: 75ch; }
a { color: var(--mark); }
a:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
.says { color: var(--dim); }
.bad { color: var(--warn); font-weight: 600; }
.attention { border-left: 4px solid var(--warn); background: var(--soft); margin: 16px 0; padding: 10px 16px; }
.attention h2 { margin: 0; font-size: 1rem; }
.attention ul { margin: 4px 0; padding-left: 20px; }
.fine { border-left: 4px solid var(--mark); background: var(--soft); margin: 16px 0; padding: 10px 16px; }
.glance { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0 0; }
.glance div { background: var(--soft); border-radius: 6px; padding: 8px 14px; min-width: 104px; }
.glance dt { color: var(--dim); font-size: 0.85rem; }
.glance a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 3px; }
.glance dd { margin: 0; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--dim); font-size: 0.85rem; font-weight: 600; white-space: nowrap; position: sticky; top: 0;
  background: var(--back); }
tbody th { font-weight: 400; }
tbody th a { font-weight: 600; }
.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-right: 28px; }
tbody .id { font-family: ui-monospace, monospace; font-size: 0.85rem; }
.nowrap, code { white-space: nowrap; }
@media (max-width: 760px) {
  main { padding: 14px 14px 32px; }
  table, tbody, tr, th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { border: 1px solid var(--line); border-radius: 6px; margin: 8px 0; padding: 8px 12px; }
  th, td, .num { border: 0; padding: 2px 0; }
  td { display: flex; gap: 12px; justify-content: space-between; text-align: right; white-space: normal; }
  td::before { content: attr(data-label); color: var(--dim); text-align: left; flex: none; }
  td:empty { display: none; }
  code { white-space: normal; }
}
`;
