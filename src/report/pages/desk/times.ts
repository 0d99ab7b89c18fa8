/** `today 06:00`, `yesterday 06:00`, `12 November`; with the year if it is another. In this machine's time. */
export function dayInWords(at: string, now = new Date(), withTime = false): string {
  const day = new Date(at);
  const days = Math.round((startOf(now) - startOf(day)) / DAY_MS);
  const time = withTime ? ` ${day.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}` : '';
  if (days === 0) return `today${time}`;
  if (days === 1) return `yesterday${time}`;
  const isThisYear = day.getFullYear() === now.getFullYear();
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
}

/** `just now`, `20 minutes ago`, `3 hours ago`, else the day. */
export function agoInWords(at: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / MINUTE_MS);
  if (minutes < 2) return 'just now';
  if (minutes < 60) return `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 12 ? `${hours === 1 ? '1 hour' : `${hours} hours`} ago` : dayInWords(at, now);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function startOf(day: Date): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}
