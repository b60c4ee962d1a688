/** Clients that are no browsers: Node's own HTTP client, and the tests' client without compression. */
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import { type Answer, Client } from '#tests/server/client.ts';

interface PlainAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request on a connection of its own, with no header but those given and Host. */
export const askPlainly = (url: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<PlainAnswer>((resolve, reject) => {
    const sent: ClientRequest = request(new URL(url), { path, method, headers, agent: false, timeout: 30_000 }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.once('error', reject);
    });
    sent.once('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered`)));
    sent.once('error', reject).end();
  });

/** The tests' client, asking for answers as they are. */
export class PlainClient extends Client {
  override in(company: number | { readonly id: number }): PlainClient {
    return new PlainClient(this.origin, this.cookies, typeof company === 'number' ? company : company.id);
  }

  override fetch(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    headers.set('accept-encoding', 'identity');
    return super.fetch(path, { ...init, headers });
  }
}
