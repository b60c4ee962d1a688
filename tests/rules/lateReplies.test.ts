/** A reply may come when another person, or another company, is on the screen: it changes nothing for them. */
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/auth/entities.ts';
import type { Item } from '#contract/conversations/entities.ts';
import type { App, AppState } from '#src/api/app.ts';
import { ApiError } from '#src/api/errors.ts';
import { createAuthServices } from '#src/features/auth/services.ts';
import { createCompanyListServices } from '#src/features/companies/services.ts';
import { listenToSetup } from '#src/features/companies/settings.ts';
import { createContactServices } from '#src/features/contacts/services.ts';
import { createMessage } from '#src/features/conversations/messageActor.ts';
import { createNotificationServices } from '#src/features/notifications/services.ts';
import type { ServiceDeps } from '#src/panes/index.ts';
import { fetchCompanies, fetchRecentCompanies } from '#src/shared/companies.ts';
import { clearStores } from '#src/store/sessionStores.ts';
import { notices } from '#src/ui/notices.ts';
import { creation } from '#tests/models/companyCreate.fixtures.ts';
import { company, context, conversation, dana } from './commandsSupport.ts';

const someone = (id: number): CurrentUser => {
  const { user } = context();
  if (!user) throw new Error('The context has nobody');
  return { ...user, id };
};
const [ana, jo] = [someone(1), someone(2)];
const [harbor, northwind] = [company(1, 'Harbor'), company(2, 'Northwind')];

/** An app of which only the state, the calls and the cache are real; `answers` are asked in the order of the calls. */
function appOf(answers: readonly (() => unknown)[], user = ana) {
  let state = { user, company: harbor, companyId: 1, companies: [harbor], permissions: new Set(['company.update']) } as Partial<AppState> as AppState;
  const left = [...answers];
  const listeners = new Set<() => void>();
  const call = vi.fn(async (_route: unknown, _asked: { readonly body?: { readonly key?: string } }) => left.shift()?.());
  const follow = vi.fn();
  const send = vi.fn();
  const notify = vi.fn();
  const set = (change: Partial<AppState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const app = {
    api: { call },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    companySwitch: { send } as Partial<App['companySwitch']> as App['companySwitch'],
    get: () => state,
    set,
    notify,
    changes: { subscribe: () => () => undefined } as Partial<App['changes']> as App['changes'],
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as Partial<App> as App;
  const workspace = { follow, open: vi.fn() } as Partial<ServiceDeps['workspace']> as ServiceDeps['workspace'];
  const around = { app, workspace } as Partial<ServiceDeps> as ServiceDeps;
  return { app, around, call, follow, send, notify, set };
}

describe('the list of companies', () => {
  test.each([
    ['asked for anew', fetchCompanies],
    ['glanced at', (app: App) => fetchRecentCompanies(app)],
  ])('%s is that of the person who asked, or none', async (_, ask) => {
    const { app } = appOf([() => ({ data: [harbor, northwind] })]);
    expect(await ask(app)).toEqual([harbor, northwind]);
    const late = appOf([
      () => {
        late.set({ user: jo });
        return { data: [harbor] };
      },
    ]);
    expect(await ask(late.app)).toBeNull();
  });

  test('that fails after its person has left is told to nobody', async () => {
    const late = appOf([
      () => {
        late.set({ user: jo });
        throw new Error('The session is over');
      },
    ]);
    expect(await fetchCompanies(late.app)).toBeNull();
  });
});

describe('a company that is created', () => {
  const wanted = { name: 'Northwind', timezone: 'America/New_York' };
  const keysOf = ({ call }: ReturnType<typeof appOf>) => call.mock.calls.flatMap(([route, { body }]) => (route === 'companies.create' ? [body?.key] : []));
  const fails = () => {
    throw new Error('Cut off');
  };

  const made = creation({ companyId: 2, name: 'Northwind' });
  const creates = () => ({ id: 2, creation: made });
  const finds = () => ({ data: made });
  const lists = () => ({ data: [harbor, northwind] });

  test('is one, also when the list did not come and it is tried again', async () => {
    clearStores('person');
    const at = appOf([creates, finds, fails, lists]);
    const services = createCompanyListServices(at.around);
    await expect(services.create(wanted)).rejects.toThrow('Cut off');
    await services.create(wanted);
    expect(keysOf(at)).toHaveLength(1);
    expect(at.send).toHaveBeenCalledWith({ type: 'company.chosen', company: { id: 2, name: 'Northwind' } });
  });

  test('is asked for where no answer came, and not made again', async () => {
    clearStores('person');
    const at = appOf([fails, finds, lists]);
    const services = createCompanyListServices(at.around);
    await expect(services.create(wanted)).rejects.toMatchObject({ message: 'Cut off' });
    await services.create(wanted);
    expect(keysOf(at)).toHaveLength(1);
    expect(at.send).toHaveBeenCalledTimes(1);
  });

  test('that was not made is made under the same key', async () => {
    clearStores('person');
    const at = appOf([fails, () => ({ data: null }), creates, finds, lists]);
    const services = createCompanyListServices(at.around);
    await expect(services.create(wanted)).rejects.toMatchObject({ message: 'Cut off' });
    await services.create(wanted);
    const [first, second, ...others] = keysOf(at);
    expect([second, others]).toEqual([first, []]);
  });

  test('is another when the next person names theirs alike', async () => {
    clearStores('person');
    const at = appOf([fails, fails]);
    const services = createCompanyListServices(at.around);
    await expect(services.create(wanted)).rejects.toMatchObject({ message: 'Cut off' });
    clearStores('person');
    await expect(services.create(wanted)).rejects.toMatchObject({ message: 'Cut off' });
    const [first, second] = keysOf(at);
    expect([first, second]).toEqual([expect.any(String), expect.any(String)]);
    expect(first).not.toBe(second);
  });

  test('is not entered for whoever has come meanwhile', async () => {
    clearStores('person');
    const at = appOf([
      () => {
        at.set({ user: jo });
        return creates();
      },
      finds,
      lists,
    ]);
    await createCompanyListServices(at.around).create(wanted);
    expect([at.app.get().companies, at.send.mock.calls]).toEqual([[harbor], []]);
  });
});

test('a second factor confirmed late does not bring its person back', async () => {
  const at = appOf([
    () => {
      at.set({ user: jo });
      return ana;
    },
  ]);
  await createAuthServices(at.app).proveMfa('271828');
  expect(at.app.get().user).toEqual(jo);
});

describe('with another company open', () => {
  test('a contact that was created is not shown, and a message to one is refused', async () => {
    const made = appOf([
      () => {
        made.set({ companyId: 2 });
        return dana;
      },
    ]);
    await createContactServices(made.around).create({ name: dana.name, number: dana.number });
    expect(made.follow).not.toHaveBeenCalled();
    const list = () => ({ data: [conversation(7, { recipient: dana.number })] });
    const found = appOf([
      () => {
        found.set({ companyId: 2 });
        return list();
      },
      list,
    ]);
    await expect(createContactServices(found.around).message(dana)).rejects.toThrow('Another company is open now');
    expect(found.follow).not.toHaveBeenCalled();
  });

  test('the notice of one that is not set up is off the screen, and from the log it sets up no other', () => {
    notices.dismissAll();
    const finish = vi.fn();
    const at = appOf([]);
    at.set({ companies: [{ ...harbor, isOnboardingRequired: true }, northwind] });
    at.notify.mockImplementation((notice: Parameters<App['notify']>[0]) => void notices.notify(notice));
    const stop = listenToSetup(at.app, finish);
    const { shown } = notices.snapshot();
    expect(shown?.message).toBe('Harbor isn’t set up yet');
    at.set({ companyId: 2 });
    expect(notices.snapshot().shown).toBeNull();
    shown?.action?.onAct();
    expect([finish.mock.calls.length, at.notify.mock.calls.at(-1)]).toEqual([0, [{ tone: 'info', message: 'Switch to Harbor first' }]]);
    at.set({ companyId: 1 });
    shown?.action?.onAct();
    expect(finish).toHaveBeenCalledOnce();
    stop();
  });
});

test('a number is muted although the counts could not be read afterwards', async () => {
  const at = appOf([
    () => ({}),
    () => {
      throw new Error('Cut off');
    },
  ]);
  expect(await createNotificationServices(at.app).block([1], ['calls'])).toMatchObject({ message: 'Muted 1 number' });
});

describe('a first text that waits for the morning', () => {
  const item: Item = {
    id: 3,
    conversationId: 7,
    clientId: 'a-client-id',
    createdAt: '2026-11-23T03:00:00Z',
    isInbound: false,
    isRead: true,
    type: 'message',
    user: null,
  } as Partial<Item> as Item;
  const waiting = { ...item, details: { kind: 'message', deliveryState: 'scheduled', sendAt: '2026-11-23T16:00:00Z' } } as Item;
  const send = async (meanwhile: (at: ReturnType<typeof appOf>) => void) => {
    const at = appOf([
      () => {
        throw new ApiError({ status: 0, code: 'offline', message: 'No answer', errors: [] });
      },
      () => {
        meanwhile(at);
        return waiting;
      },
    ]);
    at.set({ online: true, preferences: { ...context().preferences, holdSeconds: 0 } });
    at.app.queries.setQueryData(['company', 1, 'conversations', 'standing', 7], { zone: 'America/Los_Angeles' });
    const desk = { getFiles: () => [], onDraft: () => undefined, onAccepted: () => undefined };
    const actor = createMessage(at.app, { userId: 1, companyId: 1, conversationId: 7 }, desk, 'Hello', true);
    actor.start();
    actor.send({ type: 'message.submitted' });
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('unsure'));
    expect(at.notify).not.toHaveBeenCalled();
    actor.send({ type: 'message.resent' });
    await vi.waitFor(() => expect(actor.getSnapshot().matches('sending')).toBe(false));
    actor.stop();
    return at.notify.mock.calls.map(([{ message }]) => message);
  };

  test('is told to who sent it again, by their clock, which the thread has told before', async () => {
    expect(await send(() => undefined)).toEqual([expect.stringMatching(/8:00 AM their time$/)]);
  });

  test.each([
    ['person', { user: jo }],
    ['company', { companyId: 2 }],
  ])('is told to nobody when another %s is on the screen', async (_, change) => {
    expect(await send((at) => at.set(change))).toEqual([]);
  });
});
