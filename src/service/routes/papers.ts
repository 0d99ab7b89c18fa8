import type { Handler } from 'hono';
import type { InvalidField } from '../../contract/invalid.ts';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'papers'>;

/** `GET /v1/papers/search?title=`: the papers with this title, closest first; an empty list if there are none. */
export function papersByTitleRoute({ papers }: Deps): Handler<ServiceEnvironment> {
  return (context) => {
    const { title, invalid } = readTitle(new URL(context.req.url).search);
    if (invalid.length > 0)
      return context.json(
        { error: invalid.map(({ field, message }) => ({ message: `${field}: ${message}`, path: field })) },
        400,
      );
    return context.json(papers.byTitle(title));
  };
}

function readTitle(search: string): { title: string; invalid: InvalidField[] } {
  const invalid: InvalidField[] = [];
  try {
    // Checked here because the parser below would accept an invalid encoding.
    decodeURIComponent(search.replaceAll('+', ' '));
  } catch {
    return { title: '', invalid: [{ field: 'query string', message: 'badly encoded' }] };
  }
  const parameters = new URLSearchParams(search);
  for (const name of new Set(parameters.keys())) {
    if (name !== 'title')
      invalid.push({ field: name.slice(0, 60) || 'query string', message: 'unknown parameter; known is title' });
  }
  const titles = parameters.getAll('title');
  const title = titles[0]?.trim() ?? '';
  if (titles.length > 1) invalid.push({ field: 'title', message: 'given more than once' });
  else if (title === '') invalid.push({ field: 'title', message: 'a text that is not blank, got nothing' });
  return { title, invalid };
}

/** `GET /v1/papers/{id}`: one paper. */
export function paperByIdRoute({ papers }: Deps): Handler<ServiceEnvironment> {
  return (context) => {
    const paper = papers.byId(context.req.param('id') ?? '');
    return paper ? context.json(paper) : context.json({ error: 'Paper not found' }, 404);
  };
}
