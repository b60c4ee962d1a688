/** Walks a generated path in Chromium: commands by their titles in the palette, text into fields, states read from `data-flow`. */
import { expect, type Page, type Request, type Route } from '@playwright/test';
import type { EventTrigger } from '#commands/core/eventTriggers.ts';
import type { FlowId } from '#commands/core/types.ts';
import { eventTriggers, registry } from '#commands/index.ts';
import type { FlowError } from '#machines/index.ts';
import type { BrowserPath, Driver, ModelEvent } from '#tests/driver/index.ts';
import type { Keyboard } from './keyboard.ts';
import type { Stack } from './stack.ts';

interface Seen {
  readonly flow: string;
  readonly state: string;
}
declare global {
  interface Window {
    flowsSeen: Seen[];
  }
}

/** Keeps every state that any flow shows, however short. */
function watchFlows(): void {
  window.flowsSeen = [];
  const last = new Map<string, string>();
  const note = () => {
    const now = new Map<string, string>();
    for (const element of document.querySelectorAll('[data-flow]')) {
      const flow = element.getAttribute('data-flow') ?? '';
      if (!now.has(flow)) now.set(flow, element.getAttribute('data-state') ?? '');
    }
    for (const [flow, state] of now) {
      if (last.get(flow) !== state) window.flowsSeen.push({ flow, state });
      last.set(flow, state);
    }
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-state'] });
}

const outcome = /^xstate\.(done|error)\.actor\.(.+)$/;

/** The answer a flow's actor shall get: which actor, and the refusal if it is one. */
export interface Wanted {
  readonly actor: string;
  readonly error: FlowError | null;
  readonly output: unknown;
}
export const wantedOf = (event: ModelEvent): Wanted => {
  const [, how, actor = ''] = outcome.exec(event.type) ?? [];
  return { actor, error: how === 'error' ? (event.error as FlowError) : null, output: event.output };
};

const answerWith = (route: Route, error: FlowError): Promise<void> =>
  error.status === 0
    ? route.abort('connectionfailed')
    : route.fulfill({
        status: error.status,
        headers: error.retryAfterMs === undefined ? {} : { 'retry-after': '2' },
        json: { code: error.code, message: error.message, errors: error.errors ?? [] },
      });

/** Refusals that calls of a page are still to get, by the pattern of their address. */
const refusals = new WeakMap<Page, Map<string, FlowError[]>>();

/**
 * Answers one call as a server in trouble would. Status 0: the connection is cut. A pattern stays with the browser once it is there: while it gives one up,
 * it loses the end of the call that is just under way.
 */
export async function failOnce(page: Page, url: RegExp, error: FlowError): Promise<void> {
  const ofPage = refusals.get(page) ?? new Map<string, FlowError[]>();
  refusals.set(page, ofPage);
  const known = ofPage.get(url.source);
  if (known) return void known.push(error);
  const waiting = [error];
  ofPage.set(url.source, waiting);
  await page.route(url, (route) => {
    const next = waiting.shift();
    return next ? answerWith(route, next) : route.fallback();
  });
}

/** Acts, and waits until each of these calls was answered or cut: a flow that comes back to its state shows nothing else of them. */
async function untilAnswered(page: Page, urls: readonly RegExp[], act: () => Promise<unknown>): Promise<void> {
  const open = [...urls];
  const note = (request: Request) => {
    const at = open.findIndex((url) => url.test(request.url()));
    if (at >= 0) open.splice(at, 1);
  };
  page.on('requestfinished', note).on('requestfailed', note);
  try {
    await act();
    await expect.poll(() => open.map(String)).toEqual([]);
  } finally {
    page.off('requestfinished', note).off('requestfailed', note);
  }
}

/** Walks a path, and says at which step it went another way. */
export async function walkTelling(driver: Driver, path: BrowserPath): Promise<void> {
  await driver.reset(path.start.outcomes);
  await driver.expectState(path.start.state);
  const done: string[] = [];
  for (const { event, outcomes, state } of path.steps) {
    done.push(
      `${event.type} (${outcomes.map((each) => `${each.type} ${JSON.stringify(each.error ?? each.output ?? '').slice(0, 60)}`).join(', ')}) → ${state}`,
    );
    try {
      await driver.perform(event, outcomes);
      await driver.expectState(state);
    } catch (error) {
      throw new Error(`step ${done.length}:\n  ${done.slice(-6).join('\n  ')}\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

/** A flow of the app, whose events are commands, keys and fields, or one of the catalog, which is a page of its own. */
type DrivenFlow = FlowId | 'catalogSign' | 'catalogActivation' | 'catalogNumber';

/** Base of the drivers of all flows; each flow arranges its own world. */
export abstract class BrowserDriver implements Driver {
  readonly keys: Keyboard;
  readonly stack: Stack;
  readonly flow: DrivenFlow;
  private seen = 0;
  private isWatching = false;

  constructor(flow: DrivenFlow, keys: Keyboard, stack: Stack) {
    this.flow = flow;
    this.keys = keys;
    this.stack = stack;
  }

  get page(): Page {
    return this.keys.page;
  }

  abstract reset(outcomes?: readonly ModelEvent[]): Promise<void>;
  abstract perform(event: ModelEvent, outcomes?: readonly ModelEvent[]): Promise<void>;

  /** Opens an address anew; states are counted from there. */
  async open(path: string): Promise<void> {
    if (!this.isWatching) await this.page.addInitScript(watchFlows);
    this.isWatching = true;
    this.seen = 0;
    await this.page.goto(`${this.stack.url}${path}`);
  }

  async expectState(name: string): Promise<void> {
    const found = await this.page.waitForFunction(
      ({ flow, state, from }) => {
        const states = window.flowsSeen.flatMap((seen, at) => (seen.flow === flow ? [{ state: seen.state, at }] : []));
        const next = states.find((seen) => seen.at >= from && seen.state === state);
        if (next) return { at: next.at };
        const last = states.at(-1);
        return last?.state === state ? { at: last.at } : false;
      },
      { flow: this.flow, state: name, from: this.seen },
      { timeout: 25_000 },
    );
    this.seen = ((await found.jsonValue()) || { at: this.seen }).at;
  }

  /** Discards the states shown so far: the next state is searched for among later ones. */
  async forget(): Promise<void> {
    this.seen = await this.page.evaluate(() => window.flowsSeen.length);
  }

  /** Returns the action with which a user causes an event of this flow. */
  exposure(type: string): EventTrigger | null {
    const tables: Readonly<Partial<Record<DrivenFlow, Readonly<Record<string, EventTrigger>>>>> = eventTriggers;
    return tables[this.flow]?.[type] ?? null;
  }

  /** Title of the event's command. */
  titleOf(type: string): string {
    const exposure = this.exposure(type);
    if (!exposure || !('command' in exposure)) throw new Error(`${type} is caused by no command`);
    return registry.get(exposure.command)?.title ?? exposure.command;
  }

  /** Runs the event's command by its title. */
  async command(type: string, ...args: readonly string[]): Promise<void> {
    await this.keys.attempt(this.titleOf(type), ...args);
  }

  /** Acts with the answers that the outcomes want, and waits until the calls of their actors were answered. */
  async performAnswered(calls: Readonly<Record<string, RegExp>>, outcomes: readonly ModelEvent[], act: () => Promise<unknown>): Promise<void> {
    const asked: RegExp[] = [];
    for (const { actor, error } of outcomes.map(wantedOf)) {
      const url = calls[actor];
      if (url) asked.push(url);
      if (error && url) await failOnce(this.page, url, error);
    }
    await untilAnswered(this.page, asked, act);
  }

  /** Types into the event's field, in place of what stands there. */
  async field(type: string, text: string): Promise<void> {
    const exposure = this.exposure(type);
    if (!exposure || !('field' in exposure)) throw new Error(`${type} is typed into no field`);
    await this.keys.goTo(exposure.field);
    await this.keys.retype(text);
  }
}
