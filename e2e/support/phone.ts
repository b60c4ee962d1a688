/** A line that rings in the app, who calls it, and browsers that have a microphone. */

import { expect, type Page } from '@playwright/test';
import { findChromium } from '#scripts/lib/chromium.ts';
import type { Keyboard } from './keyboard.ts';
import type { Stack } from './stack.ts';

export const number = '+18585550191';
export const caller = '+15035550142';

/** A line of the company that rings in the app. */
export async function createLine(stack: Stack): Promise<void> {
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  const { id: number_id } = await stack.owner
    .insertInto('phone_numbers')
    .values({ company_id, number, label: 'App line' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await stack.owner.updateTable('memberships').set({ in_app_calling_status: 'away' }).where('company_id', '=', company_id).execute();
  const { hours } = await stack.owner.selectFrom('number_routings').select('hours').where('company_id', '=', company_id).limit(1).executeTakeFirstOrThrow();
  const route = { id: 'app', type: 'in-app-calling', extension: 1, label: '', forwards: [], stagger: false, callerIdPassThru: true };
  await stack.owner
    .insertInto('number_routings')
    .values({
      company_id,
      number_id,
      routes: JSON.stringify([{ ...route, confirmKey: false, confirmKeyWait: 10, timeout: 60, onholdMusicId: null, voicemailGreetingId: null }]),
      hours: JSON.stringify({ ...hours, preset: 1 }),
      record_calls: true,
    })
    .execute();
}

/** A customer calls it and talks, if it is answered. */
export const ring = (stack: Stack, talkSeconds = 120) => stack.sandbox.generator.ring(number, caller, { kind: 'answered', talkSeconds });

/** A conversation of the line with the caller; its id. */
export async function createThread(stack: Stack): Promise<number> {
  await createLine(stack);
  const line = await stack.owner.selectFrom('phone_numbers').select(['id', 'company_id']).where('number', '=', number).executeTakeFirstOrThrow();
  const { id } = await stack.owner
    .insertInto('conversations')
    .values({ company_id: line.company_id, number_id: line.id, recipient: caller, last_activity_at: new Date(), search: caller })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const executablePath = process.env.CHROMIUM_PATH ?? findChromium();
/** Options of a browser with a microphone that speaks by itself; sound needs real time. */
export const withSound = {
  pace: 1,
  permissions: ['microphone'],
  launchOptions: {
    ...(executablePath == null ? {} : { executablePath }),
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      '--allow-loopback-in-peer-connection',
    ],
  },
};

/** Turns in-app calling on, and waits until calls ring in this window. */
export async function goActive(keys: Keyboard): Promise<void> {
  await keys.palette('Toggle in-app calling');
  await expect(keys.page.getByText('You will receive notifications for incoming calls.').last()).toBeVisible();
  await expect(keys.page.getByText('Calls ring here')).toBeVisible();
}

/** Mean loudness of what was heard from the browser in the last second. */
export function loudness(stack: Stack): number {
  const heard = stack.sandbox.browsers.ongoing[0]?.media?.listen().heard.slice(-8_000) ?? new Int16Array(0);
  return heard.reduce((sum, sample) => sum + Math.abs(sample), 0) / Math.max(1, heard.length);
}

/** The card of a call that comes in. */
export const card = (page: Page) => page.locator('[data-flow="inAppCallIncoming"]');

type Who = 'ana' | 'uma';
type Enter = (who: Who, given?: { readonly page: Page }) => Promise<Keyboard>;

interface Stage {
  readonly enter: Enter;
  readonly stack: Stack;
  /** The person it rings for; Ana where nobody is named. */
  readonly who?: Who;
}

/** A call that rings for a person; `talkSeconds` as long as the caller talks. */
export async function ringFor({ enter, stack, who = 'ana' }: Stage, talkSeconds?: number) {
  await createLine(stack);
  const keys = await enter(who);
  await goActive(keys);
  const played = ring(stack, talkSeconds);
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ringing');
  return { keys, played };
}

/** A call that the person has answered. */
export async function talkWith(stage: Stage, talkSeconds?: number) {
  const { keys, played } = await ringFor(stage, talkSeconds);
  await keys.press('a');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected');
  return { keys, played };
}

/** A call that rings for two people in browsers of their own. */
export async function ringForTwo({ enter, another, stack }: Omit<Stage, 'who'> & { another(): Promise<Page> }) {
  await createLine(stack);
  const first = await enter('ana');
  await goActive(first);
  const page = await another();
  await page.context().grantPermissions(['microphone']);
  const other = await enter('uma', { page });
  await goActive(other);
  const played = ring(stack);
  for (const keys of [first, other]) await expect(card(keys.page)).toHaveAttribute('data-state', 'ringing');
  return { first, other, played };
}
