/** Answers of the vendors that the app is connected to, as a test wants them to fail; and the page on which a person sees what each was told. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { escapeHtml, formatPage } from './page.ts';

/** Answer to a request. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}
export const ok = (body: object, status = 200): Answer => ({ status, body });

/** Ways in which the next requests of each kind fail: as the vendor has them, or `cut`: the connection ends after the work was done. Each request takes its way, and is counted. */
export function createWays<Act extends string, Way = number>() {
  const waiting = new Map<Act, (Way | 'cut')[]>();
  const requests = new Map<Act, number>();
  return {
    failNext: (act: Act, ...next: readonly (Way | 'cut')[]): void => void waiting.set(act, [...(waiting.get(act) ?? []), ...next]),
    take: (act: Act): Way | 'cut' | undefined => {
      requests.set(act, (requests.get(act) ?? 0) + 1);
      return waiting.get(act)?.shift();
    },
    countRequests: (act: Act): number => requests.get(act) ?? 0,
  };
}

/** Ends the connection of a request without an answer. */
export function cut(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Answers a request, or ends its connection after the work was done. */
export const sendAnswer = (reply: FastifyReply, { status, body }: Answer, isCut: boolean): FastifyReply =>
  isCut ? cut(reply) : status === 204 ? reply.code(204).send() : reply.code(status).send(body);

/** Token of a request. */
export const readBearer = ({ headers }: FastifyRequest): string => (headers.authorization ?? '').replace(/^Bearer /, '');

/** Something a vendor was told, as its page shows it. */
interface Shown {
  readonly title: string;
  readonly lines: readonly string[];
}

interface VendorPage {
  /** Address of the page, such as `/google`. */
  readonly path: string;
  readonly title: string;
  /** Words where the app is nowhere, and where nothing was told. */
  readonly noAccount: string;
  readonly nothing: string;
  /** Accounts, or workspaces, that the app is in. */
  listInstalled(): readonly { readonly id: string | number; readonly name: string }[];
  /** The last first. */
  listTold(): readonly Shown[];
  /** Takes the app out of an account, as people can at the vendor. */
  remove(id: string): void;
}

/** Adds the page of a vendor, with a button to take the app out of each account. */
export function registerVendorPage(app: FastifyInstance, { path, title, noAccount, nothing, listInstalled, listTold, remove }: VendorPage): void {
  app.get(path, async (_request, reply) => {
    const installed = listInstalled().map(
      ({ id, name }) =>
        `<form method="post" action="${path.slice(1)}/remove"><button name="account" value="${id}">Remove Keyline from ${escapeHtml(name)}</button></form>`,
    );
    const told = listTold().map((each) => `<article><h2>${escapeHtml(each.title)}</h2><pre>${escapeHtml(each.lines.join('\n'))}</pre></article>`);
    const body = `${installed.join('') || `<p>${noAccount}</p>`}${told.join('') || `<p>${nothing}</p>`}`;
    return reply.type('text/html; charset=utf-8').send(formatPage(title, body, 5));
  });
  app.post(`${path}/remove`, async (request, reply) => {
    remove(z.object({ account: z.string() }).parse(request.body).account);
    return reply.redirect(path, 303);
  });
}
