/** Events beside the page: calls of another window of the same person, and changes that the server publishes. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { requestToWire } from '#contract/core/wire.ts';
import { recordChange } from '#server/db/tenancy.ts';
import type { Stack } from './stack.ts';

/** Headers of a call that the page could make: the token of its session, and its company. */
export async function headersOf(context: BrowserContext, url: string, companyId?: number): Promise<Record<string, string>> {
  const token = (await context.cookies(url)).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  return { 'x-xsrf-token': decodeURIComponent(token), ...(companyId === undefined ? {} : { 'x-company-id': String(companyId) }) };
}

/** Posts a body of ours for a company; returns the id of what was made. */
export async function postAs(page: Page, stack: Stack, companyId: number, path: string, body: object): Promise<number> {
  const answer = await page.request.post(`${stack.url}/api${path}`, {
    headers: await headersOf(page.context(), stack.url, companyId),
    data: requestToWire(body),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const made: unknown = await answer.json();
  if (typeof made !== 'object' || made === null || !('id' in made) || typeof made.id !== 'number') throw new Error(`${path} made nothing with an id`);
  return made.id;
}

/** Has the server tell a company of a change, as the work that made it would. */
export const publishAs = ({ built }: Stack, companyId: number, change: Parameters<typeof recordChange>[0]): Promise<void> =>
  built.services.tenancy.company([companyId], null, async () => recordChange(change));
