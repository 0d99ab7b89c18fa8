import type { Handler } from '../../service/scraping/http-servers.ts';
import { unknownParameter } from './strict-parts.ts';

/** Unpaywall, as strict as documented, with the same record for every DOI. */
export function strictUnpaywall(): Handler {
  return ({ method, url }, answer) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://x');
    const end = (status: number, body: object) => {
      answer.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const refuse = (status: number, message: string) => end(status, { HTTP_status_code: status, error: true, message });
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(asked.get('email') ?? '')) return refuse(422, 'Email address required');
    if (method !== 'GET' || unknownParameter(asked, new Set(['email'])) !== undefined)
      return refuse(400, 'bad request');
    if (!/^10\.\d{4,9}\/.+$/.test(decodeURIComponent(pathname.slice(1)))) return refuse(404, 'is an invalid doi');
    end(200, { doi: '10.5555/0', title: 'River sensors', is_oa: true, best_oa_location: { url_for_pdf: null } });
  };
}
