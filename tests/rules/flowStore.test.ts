/** Flows that outlive their panes: kept, dropped, told of changes, and gone with the person. */
import { describe, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import type { App } from '#src/api/app.ts';
import { createChangeHub } from '#src/api/changeFeed.ts';
import { createFlowStore } from '#src/store/flowStore.ts';
import { clearStores } from '#src/store/sessionStores.ts';

type Typed = { readonly type: 'typed' };
const machine = setup({ types: { events: {} as Typed } }).createMachine({ initial: 'blank', states: { blank: { on: { typed: 'written' } }, written: {} } });

const told: string[] = [];
const forms = createFlowStore<number, { readonly actor: ReturnType<typeof createActor<typeof machine>> }>({
  name: 'forms of this test',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: () => ({ actor: createActor(machine) }),
  isPersistent: ({ actor }) => actor.getSnapshot().matches('written'),
  onChange: (_app, _entry, { kind }, companyId) => told.push(`${companyId} ${kind}`),
});
const appOf = () => {
  const changes = createChangeHub((run) => run());
  return { app: { changes } as Partial<App> as App, changes };
};

describe('a flow that outlives its pane', () => {
  test('is the same as long as a pane shows it, and another once nobody does and nothing is in it', async () => {
    vi.useFakeTimers();
    const { app } = appOf();
    const { actor } = forms.get(app, 1);
    const leave = forms.attach(1);
    vi.runAllTimers();
    expect(forms.get(app, 1).actor).toBe(actor);
    leave();
    // Drawn anew at once, as React does in development: it stays.
    const leaveAgain = forms.attach(1);
    vi.runAllTimers();
    expect(forms.get(app, 1).actor).toBe(actor);
    leaveAgain();
    vi.runAllTimers();
    expect(actor.getSnapshot().status).toBe('stopped');
    expect(forms.get(app, 1).actor).not.toBe(actor);
    vi.useRealTimers();
  });

  test('keeps what is written in it when its pane is closed', () => {
    vi.useFakeTimers();
    const { app } = appOf();
    const { actor } = forms.get(app, 2);
    const leave = forms.attach(2);
    actor.send({ type: 'typed' });
    leave();
    vi.runAllTimers();
    expect(forms.get(app, 2).actor).toBe(actor);
    vi.useRealTimers();
  });

  test('hears of the changes of its own company alone', () => {
    const { app, changes } = appOf();
    forms.get(app, 3);
    told.length = 0;
    changes.publish([
      { seq: 1, kind: 'number-updated', companyId: 3 },
      { seq: 2, kind: 'number-updated', companyId: 4 },
    ]);
    expect(told).toEqual(['3 number-updated']);
  });

  test('is stopped and forgotten when somebody else comes', () => {
    const { app } = appOf();
    const { actor } = forms.get(app, 5);
    actor.send({ type: 'typed' });
    clearStores('person');
    expect(actor.getSnapshot().status).toBe('stopped');
    expect(forms.entries()).toEqual([]);
  });
});
