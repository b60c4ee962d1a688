/** Keys that come before what they are meant for: held in order, played when it is there, dropped as a whole when it does not come. */
import { describe, expect, test } from 'vitest';
import * as firstAreas from '#commands/areas.ts';
import type { CommandInvocation, RunResult } from '#commands/core/dispatcher.ts';
import { createGrowingRegistry, type Registry } from '#commands/core/registry.ts';
import type { Context, Scope } from '#commands/core/types.ts';
import { registry as allCommands } from '#commands/index.ts';
import * as laterAreas from '#commands/laterAreas.ts';
import { createPatience } from '#src/api/idle.ts';
import { keyBufferLimits } from '#src/keys/keyBuffer.ts';
import { createKeyLayer, type KeyLayer, type KeyPress, type PendingTarget } from '#src/keys/layer.ts';
import { context, conversation } from './commandsSupport.ts';

/** A clock that moves by hand. */
function createClock() {
  let at = 0;
  let next = 1;
  let timers: { id: number; due: number; run: () => void }[] = [];
  return {
    now: () => at,
    setTimeout: (run: () => void, ms: number) => {
      timers.push({ id: next, due: at + ms, run });
      next += 1;
      return next - 1;
    },
    clearTimeout: (id: number) => {
      timers = timers.filter((timer) => timer.id !== id);
    },
    pass: (ms: number) => {
      const until = at + ms;
      for (;;) {
        const [first] = timers.filter(({ due }) => due <= until).sort((one, other) => one.due - other.due);
        if (!first) break;
        timers = timers.filter((timer) => timer !== first);
        at = first.due;
        first.run();
      }
      at = until;
    },
  };
}

const inbox: readonly Scope[] = ['inbox', 'list', 'workspace', 'global'];
/** Lets a command that has run be heard. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};
const inField: readonly Scope[] = ['text', 'palette', 'dialog', 'global'];

/** Somebody at a keyboard whose field takes what no command has stopped. */
function sit(
  given: {
    readonly now?: Partial<Context>;
    readonly fieldAfter?: number;
    readonly answer?: RunResult;
    readonly runsMs?: number;
    readonly registry?: Registry;
    /** The page works until then, in ms. */
    readonly restsAt?: number;
  } = {},
) {
  const { registry = allCommands } = given;
  const clock = createClock();
  const ran: string[] = [];
  const told: string[] = [];
  let written = '';
  let scopes = inbox;
  let awaited: PendingTarget | null = null;
  const now = (): Context => {
    const all = context(given.now);
    return { ...all, focus: { ...all.focus, scopes } };
  };
  const layer: KeyLayer = createKeyLayer({
    registry,
    source: { get: now, subscribe: () => () => undefined },
    dispatcher: {
      run: async (id: string, _ask: CommandInvocation): Promise<RunResult> => {
        ran.push(id);
        if (given.fieldAfter !== undefined && (registry.get(id)?.opensField || registry.get(id)?.args.length !== 0))
          clock.setTimeout(() => {
            scopes = inField;
          }, given.fieldAfter);
        const { runsMs } = given;
        if (runsMs === undefined) return given.answer ?? { status: 'asked' };
        return new Promise<RunResult>((resolve) => {
          clock.setTimeout(() => resolve(given.answer ?? { status: 'done', outcome: {} }), runsMs);
        });
      },
    },
    clock,
    startPatience: createPatience(clock.setTimeout, (run) => clock.setTimeout(() => run(() => 10), Math.max(0, (given.restsAt ?? 0) - clock.now()))),
    platform: 'other',
    notify: (reason) => void told.push(reason),
    getPendingTarget: () => awaited,
    replay: (event) => give(event),
  });
  function give(event: KeyPress): void {
    let isStopped = false;
    layer.press({ ...event, preventDefault: () => (isStopped = true), stopPropagation: () => undefined });
    if (!isStopped && scopes === inField) written += event.key;
  }
  const key = (name: string): KeyPress => ({
    key: name,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: name.length === 1 && name !== name.toLowerCase(),
    repeat: false,
    timeStamp: clock.now(),
    target: null,
    preventDefault: () => undefined,
    stopPropagation: () => undefined,
  });
  return {
    clock,
    layer,
    ran,
    told,
    written: () => written,
    type: (text: string, every = 20) => {
      for (const letter of text) {
        give(key(letter));
        clock.pass(every);
      }
    },
    press: (name: string, held: Partial<KeyPress> = {}) => give({ ...key(name), ...held }),
    moveTo: (place: readonly Scope[]) => {
      scopes = place;
    },
    awaits: (what: string | null, isPane = false) => {
      awaited = what === null ? null : { name: what, isPane };
    },
  };
}

describe('what is pressed while a company opens', () => {
  test('runs when it is open, in the order in which it was pressed, and letters go into the field that a key opens', async () => {
    const at = sit({ fieldAfter: 40 });
    at.awaits('The company');
    at.type('ecZora');
    expect(at.ran).toEqual([]);
    at.awaits(null);
    at.clock.pass(100);
    await settle();
    at.clock.pass(900);
    expect(at.ran).toEqual(['conversations.archive', 'conversations.start']);
    expect(at.written()).toBe('Zora');
    expect(at.told).toEqual([]);
  });

  test('goes on behind what still waits, also when it is pressed after the company has opened', async () => {
    const at = sit({ fieldAfter: 40 });
    at.awaits('The company');
    at.type('cZo');
    at.awaits(null);
    at.type('ra');
    at.clock.pass(100);
    await settle();
    at.clock.pass(900);
    expect(at.ran).toEqual(['conversations.start']);
    expect(at.written()).toBe('Zora');
  });

  test('plays a chord to its end: another key pressed meanwhile comes behind it, and is not its last', () => {
    const at = sit();
    at.awaits('The company');
    at.type('gn', 1);
    at.awaits(null);
    at.clock.pass(keyBufferLimits.lookMs);
    expect(at.layer.chord.steps()).toEqual(['g']);
    at.press('k', { ctrlKey: true });
    at.clock.pass(keyBufferLimits.lookMs * 3);
    expect(at.ran).toEqual(['go.numbers', 'palette.open']);
  });

  test('is dropped as a whole when the company does not come, with a word, and what is typed right behind with it', () => {
    const at = sit();
    at.awaits('The company');
    at.type('cZo');
    at.clock.pass(keyBufferLimits.waitMs);
    expect(at.told).toEqual(['The company took too long to load. Your keystrokes were ignored. Try again.']);
    at.awaits(null);
    at.clock.pass(10_000);
    expect(at.ran).toEqual([]);
    at.press('e');
    expect(at.ran).toEqual(['conversations.archive']);
  });

  test('is dropped as a whole when it is more than anybody means, and its rest does not run as commands', () => {
    const at = sit();
    at.awaits('The company');
    at.type('e'.repeat(keyBufferLimits.presses + 1), 1);
    expect(at.told).toHaveLength(1);
    at.awaits(null);
    at.type('eee');
    at.clock.pass(600);
    expect(at.ran).toEqual([]);
  });

  test('is gone when somebody else sits down', () => {
    const at = sit();
    at.awaits('The company');
    at.type('ec');
    at.layer.clear();
    at.awaits(null);
    at.clock.pass(1_000);
    expect([at.ran, at.told]).toEqual([[], []]);
  });

  test('does not shorten the wait of who comes then', () => {
    const at = sit();
    at.awaits('The company');
    at.press('e');
    at.clock.pass(keyBufferLimits.waitMs - 100);
    at.layer.clear();
    at.press('e');
    at.clock.pass(200);
    expect(at.told).toEqual([]);
    at.awaits(null);
    at.clock.pass(100);
    expect(at.ran).toEqual(['conversations.archive']);
  });

  test('keeps a chord that had begun', () => {
    const at = sit();
    at.press('g');
    at.awaits('The company');
    at.press('c');
    at.clock.pass(2_000);
    at.awaits(null);
    at.clock.pass(100);
    expect(at.ran).toEqual(['go.calls']);
  });
});

describe('what is pressed while a pane comes', () => {
  test('waits, but the keys of the workspace act at once', () => {
    const at = sit();
    at.awaits('The pane', true);
    at.type('gc');
    expect(at.ran).toEqual(['go.calls']);
    at.press('e');
    expect(at.ran).toEqual(['go.calls']);
    at.awaits(null);
    at.clock.pass(100);
    expect(at.ran).toEqual(['go.calls', 'conversations.archive']);
  });
});

describe('what is typed behind a key whose command is still running', () => {
  test('waits for its field, also on a slow line, and for a moment after the command has run', async () => {
    const at = sit({ fieldAfter: 2_400, runsMs: 2_000 });
    at.press('r');
    at.type('hear', 120);
    at.clock.pass(1_600);
    await settle();
    expect(at.ran).toEqual(['messages.reply']);
    at.clock.pass(1_000);
    expect([at.ran, at.written()]).toEqual([['messages.reply'], 'hear']);
  });

  test('waits for a field that a slow machine takes long to draw', async () => {
    const at = sit({ fieldAfter: 1_500, restsAt: 1_400 });
    at.press('c');
    await settle();
    at.clock.pass(1_000);
    at.type('hear');
    at.clock.pass(2_000);
    expect([at.ran, at.written()]).toEqual([['conversations.start'], 'hear']);
  });

  test('waits for the field of a pane that is long in coming', async () => {
    const at = sit({ fieldAfter: 2_400 });
    at.press('c');
    at.awaits('The pane', true);
    await settle();
    at.type('hear');
    at.clock.pass(2_000);
    at.awaits(null);
    at.clock.pass(1_000);
    expect([at.ran, at.written()]).toEqual([['conversations.start'], 'hear']);
  });

  test('waits for no field that does not come', async () => {
    const at = sit();
    at.press('c');
    await settle();
    at.clock.pass(1_000);
    at.press('e');
    expect(at.ran).toEqual(['conversations.start', 'conversations.archive']);
  });

  test('is dropped with a word when that never ends, and keys are keys again', () => {
    const at = sit({ runsMs: 60_000 });
    at.press('r');
    at.type('hear', 120);
    at.clock.pass(keyBufferLimits.waitMs);
    expect(at.told).toEqual(['The field took too long to load. Your keystrokes were ignored. Try again.']);
    at.clock.pass(1_000);
    at.press('e');
    expect(at.ran).toEqual(['messages.reply', 'conversations.archive']);
  });

  test('holds nothing back from the next person', () => {
    const at = sit({ runsMs: 60_000 });
    at.press('r');
    at.layer.clear();
    at.press('e');
    expect(at.ran).toEqual(['messages.reply', 'conversations.archive']);
  });
});

describe('a refused key that would have opened a field', () => {
  const refused = { permissions: new Set<never>() };

  test('takes what is typed right behind it along: no letter runs as a command', () => {
    const at = sit({ now: refused });
    at.press('c');
    at.type('Zora gce', 120);
    expect(at.ran).toEqual(['conversations.start']);
  });

  test('does so too when it is refused only as it runs', async () => {
    const at = sit({ answer: { status: 'refused', reason: 'No' } });
    at.press('r');
    await Promise.resolve();
    await Promise.resolve();
    at.type('hear', 120);
    expect(at.ran).toEqual(['messages.reply']);
  });

  test('does so where no text may go', () => {
    const grace = conversation(7, { contact: { id: 5, name: 'Grace Adeyemi', subscribed: false }, isOptedOut: true });
    const at = sit({ now: { open: { conversation: grace } } });
    at.press('r');
    at.type('hear gce', 120);
    expect(at.ran).toEqual(['messages.reply']);
  });

  test('lets keys be keys again after a pause, and Escape ends it at once', () => {
    const at = sit({ now: refused });
    at.press('c');
    at.type('Zo', 120);
    at.clock.pass(800);
    at.press('j');
    expect(at.ran).toEqual(['conversations.start', 'list.next']);
    at.press('c');
    at.press('Escape');
    at.press('j');
    expect(at.ran.slice(2)).toEqual(['conversations.start', 'workspace.back', 'list.next']);
  });

  test('holds nothing back behind a refused key that opens none', () => {
    const at = sit({ now: refused });
    at.type('ej');
    expect(at.ran).toEqual(['conversations.archive', 'list.next']);
  });
});

describe('what is pressed before the commands of all areas are there', () => {
  test('runs at once where it is a key of the inbox', async () => {
    const registry = createGrowingRegistry(firstAreas);
    const at = sit({ registry });
    at.type('ex');
    await settle();
    expect(at.ran).toEqual(['conversations.archive', 'list.select']);
  });

  test('waits where it is a key of a coming area, and what comes behind it waits with it', async () => {
    const registry = createGrowingRegistry(firstAreas);
    const at = sit({ registry });
    expect(registry.get('go.numbers')).toBeUndefined();
    at.type('gne');
    at.clock.pass(500);
    expect(at.ran).toEqual([]);
    registry.complete(laterAreas);
    at.clock.pass(100);
    await settle();
    expect(at.ran).toEqual(['go.numbers', 'conversations.archive']);
    expect(at.told).toEqual([]);
  });

  test('waits in the pane of a coming area, whatever its key means elsewhere', async () => {
    const registry = createGrowingRegistry(firstAreas);
    const at = sit({ registry, now: {} });
    at.moveTo(['numbers', 'list', 'workspace', 'global']);
    at.type('x');
    expect(at.ran).toEqual([]);
    registry.complete(laterAreas);
    at.clock.pass(100);
    await settle();
    expect(at.ran).toEqual(['list.select']);
  });

  test('is let go with a word when the areas do not come', () => {
    const at = sit({ registry: createGrowingRegistry(firstAreas) });
    at.type('gn');
    at.clock.pass(keyBufferLimits.waitMs + 100);
    expect(at.ran).toEqual([]);
    expect(at.told).toEqual(['The app took too long to load. Your keystrokes were ignored. Try again.']);
  });
});

test('the registry that has grown lists the same commands, places and keys, in the same order', async () => {
  const registry = createGrowingRegistry(firstAreas);
  const { completed } = registry;
  registry.complete(laterAreas);
  await completed;
  expect(registry.completed).toBeNull();
  expect(registry.all.map(({ id }) => id)).toEqual(allCommands.all.map(({ id }) => id));
  expect(registry.places).toEqual(allCommands.places);
  expect(registry.bindings).toEqual(allCommands.bindings);
});
