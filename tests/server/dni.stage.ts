/** A company with pools, and visitors of its website, as the script speaks for them. */
import { routes } from '#contract/index.ts';
import { beat, type SessionInput, startSession } from '#server/domains/dni/sessions.ts';
import type { ServerGiven, TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';

const { dni } = routes;
export const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';
export const site = 'https://www.harbor-bikes.com';
export const minuteMs = 60_000;
const office = '203.0.113.7';

type Worker = Awaited<ReturnType<Outside['server']['worker']>>;
interface State {
  readonly outside: Outside;
  readonly organization: { readonly id: number };
  /** Owner of another company. */
  readonly foreigner: Worker;
  /** The company of the test, and its owner. */
  company: TestCompany;
  owner: Worker;
}

/** Starts a server with the sandbox, or takes one that was started; `begin` makes a company of its own for each test, so that no pool of another is chosen. */
export async function startDniStage(given: ServerGiven = {}, started?: Outside) {
  const outside = started ?? (await startOutside(given));
  const organization = await outside.server.organization('Harbor Group');
  const elsewhere = await outside.server.company();
  const foreigner = await outside.server.worker(elsewhere, 'owner');
  const state: State = { outside, organization, foreigner, company: elsewhere, owner: foreigner };
  let made = 0;
  const toBody = (given: Record<string, unknown> = {}) => {
    made += 1;
    return { name: `Pool ${made}`, origins: ['harbor-bikes.com'], targetNumbers: ['(415) 555-0100'], numberIds: [] as number[], ...given };
  };
  const buy = async (count: number) => {
    const list = [];
    for (let at = 0; at < count; at += 1) list.push(await outside.server.number(state.company));
    return list;
  };
  const keys = new Map<number, string>();
  const getKey = async () => {
    const key = keys.get(state.company.id) ?? (await state.owner.call(dni.script)).publicKey;
    keys.set(state.company.id, key);
    return key;
  };
  return Object.assign(state, {
    async begin(given: { readonly organizationId?: number } = {}) {
      state.company = await outside.server.company(given);
      state.owner = await outside.server.worker(state.company, 'owner');
    },
    buy,
    toBody,
    getKey,
    async createPool(count: number, given: Record<string, unknown> = {}) {
      const lines = await buy(count);
      const pool = await state.owner.call(dni.createPool, { body: toBody({ numberIds: lines.map(({ id }) => id), ...given }) });
      return { pool, lines };
    },
    async visit(given: Partial<SessionInput> & { readonly origin?: string; readonly userAgent?: string; readonly address?: string } = {}, at?: Date) {
      const { origin = site, userAgent = chrome, address = office, ...input } = given;
      return startSession(outside.server.services, { company: state.company.id, origin, userAgent, address }, { url: `${site}/`, ...input }, at);
    },
    async seen(session: string | null, at: Date, url = `${site}/pricing`, isView = false, address = office) {
      const request = { company: state.company.id, origin: site, userAgent: chrome, address };
      return beat(outside.server.services, request, { session: session ?? '', url, isView }, at);
    },
    post: (path: string, body: unknown, headers: Record<string, string> = { origin: site, 'user-agent': chrome }) =>
      fetch(`${outside.publicUrl}/dni/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    within: <T>(work: () => Promise<T>) => outside.server.services.tenancy.company([state.company.id], null, work),
  });
}
export type DniStage = Awaited<ReturnType<typeof startDniStage>>;
