/** Every command that changes something says what it did, to the eye or to a screen reader; keys that are drawn are those that work. */
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { Context, Scope } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { createEffectiveKeymap } from '#commands/keymap/effectiveKeymap.ts';
import { getReachableKeys, resolveKeys } from '#commands/keymap/resolve.ts';
import { emptyValues, getReason, machine } from '#machines/contactEdit/index.ts';
import { createWindowIcon, formatWindowTitle } from '#src/app/windowTitle.ts';
import { createLiveKeys } from '#src/keys/liveKeys.ts';
import { context, services } from './commandsSupport.ts';

/** Commands that change something and say nothing, each with where its result is seen. That every other one says what it did is a matter of types. */
const shown: Readonly<Record<string, string>> = {
  'integrations.saveGa4': 'the list of integrations is on the screen again, and a notice says that it was created or updated',
  'dni.save': 'the list of pools is on the screen again, and a notice says that the pool was saved',
  'domain.claim': 'the checklist of the domain is on the screen, and a notice says that it was created',
  'sender.start': 'the checklist of the sender is on the screen, and a notice says that it was started',
  'domain.sync': 'the domain in its pane says that it is in use, and a notice does',
  'messages.resend': 'the message in the thread says that it is being sent again',
  'porting.confirm': 'the request in its pane goes on to its next step, and a notice says that it was submitted',
  'porting.retry': 'the request in its pane says what the server answered',
  'purchase.retry': 'the purchase in its pane says how it stands',
  'texting.next': 'the next step of the form is on the screen',
  'companyCreate.submit': 'the company opens with its next step',
  'companyCreate.card': 'the page of the card service opens',
  'texting.submit': 'the form says that it was submitted, and a notice does',
  'texting.retry': 'the form says what the server answered',
  'workspace.restore': 'the layout is on the screen',
  'session.signOut': 'the sign-in page is on the screen',
};

describe('a command that changes something', () => {
  test('says so, or its result is in plain sight', () => {
    const silent = registry.all.filter(({ changes, isShown }) => changes && isShown).map(({ id }) => id);
    expect(silent.sort()).toEqual(Object.keys(shown).sort());
  });

  test.each([
    ['conversations.archive', 'conversations.act', { message: 'Conversation archived' }, [['notices.show', 'Conversation archived']]],
    ['messages.send', 'composer.send', { spoken: 'Sending in 5 seconds' }, [['notices.announce', 'Sending in 5 seconds']]],
  ])('%s is said once: in a notice, or to screen readers alone', async (id, service, outcome, said) => {
    const played = services({ [service]: () => Promise.resolve({ ...outcome, undo: { title: 'Archive', run: async () => undefined } }) });
    const accepting = { state: 'composing', canAccept: () => true, getReason: () => null };
    const composer = { conversationId: 7, mode: 'reply' as const, text: 'On our way', mediaCount: 0, quietHours: null };
    const scopes: readonly Scope[] =
      id === 'messages.send' ? ['text', 'composer', 'conversation', 'workspace', 'global'] : ['inbox', 'list', 'workspace', 'global'];
    const base = context({ composer, flows: { outgoingMessage: accepting } });
    const now = { ...base, focus: { ...base.focus, scopes } };
    const dispatcher = createDispatcher({ registry, getContext: () => now, getServices: () => played.services, createKey: () => 'a-key-of-a-run' });
    expect(await dispatcher.run(id, { source: 'key' })).toMatchObject({ status: 'done' });
    const heard = () =>
      played.done.flatMap(([name, what]) =>
        name === 'notices.show' && typeof what === 'object' && what !== null && 'message' in what
          ? [[name, what.message]]
          : name === 'notices.announce'
            ? [[name, what]]
            : [],
      );
    expect(heard()).toEqual(said);
    await dispatcher.undo();
    expect(heard().at(-1)).toEqual(['notices.show', 'Undone: Archive']);
  });
});

describe('undo while a command is on its way', () => {
  /** Archives, which is done at once, and sends, which waits for its answer. */
  async function begin() {
    const answer = Promise.withResolvers<{ readonly undo: { readonly title: string; readonly run: () => Promise<void> } }>();
    const undone: string[] = [];
    const undoOf = (title: string) => ({ title, run: async () => void undone.push(title) });
    const played = services({
      'conversations.act': () => Promise.resolve({ message: 'Conversation archived', undo: undoOf('Archive') }),
      'composer.send': () => answer.promise,
    });
    const accepting = { state: 'composing', canAccept: () => true, getReason: () => null };
    const base = context({
      composer: { conversationId: 7, mode: 'reply' as const, text: 'On our way', mediaCount: 0, quietHours: null },
      flows: { outgoingMessage: accepting },
    });
    let scopes: readonly Scope[] = ['inbox', 'list', 'workspace', 'global'];
    const getContext = () => ({ ...base, focus: { ...base.focus, scopes } });
    const dispatcher = createDispatcher({ registry, getContext, getServices: () => played.services, createKey: () => 'a-key-of-a-run' });
    await dispatcher.run('conversations.archive', { source: 'key' });
    scopes = ['text', 'composer', 'conversation', 'workspace', 'global'];
    const sending = dispatcher.run('messages.send', { source: 'key' });
    const archive = () => {
      scopes = ['inbox', 'list', 'workspace', 'global'];
      return dispatcher.run('conversations.archive', { source: 'key' });
    };
    return { dispatcher, archive, sending, undone, send: () => answer.resolve({ undo: undoOf('Send') }), fail: () => answer.reject(new Error('No line')) };
  }

  test('undoes that command once it has ended, not the one before', async () => {
    const { dispatcher, sending, undone, send } = await begin();
    const undoing = dispatcher.run('keyline.undo', { source: 'key' });
    send();
    await Promise.all([sending, undoing]);
    expect(undone).toEqual(['Send']);
    await dispatcher.undo();
    expect(undone).toEqual(['Send', 'Archive']);
  });

  test('undoes what was begun after it, whether it has ended by then or not', async () => {
    for (const isLate of [true, false]) {
      const { dispatcher, archive, sending, undone, send } = await begin();
      await archive();
      if (!isLate) {
        send();
        await sending;
      }
      await dispatcher.undo();
      expect(undone).toEqual(['Archive']);
      send();
      await sending;
      await dispatcher.undo();
      expect(undone).toEqual(['Archive', 'Send']);
    }
  });

  test('undoes nothing where that command failed', async () => {
    const { dispatcher, sending, undone, fail } = await begin();
    const undoing = dispatcher.run('keyline.undo', { source: 'key' });
    fail();
    await sending;
    expect(await undoing).toMatchObject({ status: 'refused' });
    expect(undone).toEqual([]);
  });
});

describe('a key that is drawn', () => {
  const at = (scopes: readonly Scope[], focus: Partial<Context['focus']> = {}): Context => {
    const now = context();
    return { ...now, focus: { ...now.focus, ...focus, scopes } };
  };
  const keymapOf = (now: Context) => createEffectiveKeymap(now.keymap, registry);
  const list: readonly Scope[] = ['inbox', 'list', 'workspace', 'global'];
  const meaning = (now: Context, step: string) => {
    const found = resolveKeys(keymapOf(now), registry, now, now.focus.scopes, [step]);
    return found.kind === 'command' ? found.binding.command : found.kind;
  };

  test('is not one that the control in focus needs for itself: Enter on a button, an arrow on a separator', () => {
    expect([meaning(at(list), 'enter'), meaning(at(list), 'arrowdown')]).toEqual(['list.open', 'list.next']);
    expect(meaning(at(list, { owned: { press: true, move: false } }), 'enter')).toBe('nothing');
    expect(meaning(at(list, { owned: { press: false, move: true } }), 'arrowdown')).toBe('nothing');
    expect(meaning(at(list, { owned: { press: true, move: true } }), 'e')).toBe('conversations.archive');
  });

  test('follows the focus: the same command has another key, or none, elsewhere', () => {
    let now = at(list);
    const listeners = new Set<() => void>();
    const subscribe = (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    const source = { get: () => now, subscribe };
    const caps = createLiveKeys({ registry, source, keymap: { get: () => keymapOf(now) } });
    const archive = caps.get('conversations.archive');
    expect([archive.get(), caps.get('contacts.create').get()]).toEqual(['e', undefined]);
    expect(caps.get('conversations.archive')).toBe(archive);
    now = at(['text', 'dialog', 'workspace', 'global']);
    expect(archive.get()).toBeUndefined();
  });

  test('clears a filter only where there is one', () => {
    expect(meaning(at(list, { isFiltered: true }), 'shift+f')).toBe('list.clearFilter');
    const now = at(list, { isFiltered: false });
    expect(resolveKeys(keymapOf(now), registry, now, now.focus.scopes, ['shift+f'])).toMatchObject({ answer: { ok: false, reason: 'No filter is on' } });
  });

  test('after Escape is drawn only where Escape leaves the text', () => {
    const undoable = { title: 'Block', isFinal: false };
    const inText = { ...at(['text', 'composer', 'conversation', 'workspace', 'global'], { canGoBack: true }), undoable };
    const signIn = { ...at(['text', 'mfa', 'code', 'signin', 'global']), undoable };
    expect(getReachableKeys(keymapOf(inText), registry, inText, 'keyline.undo')).toBe('escape z');
    expect(getReachableKeys(keymapOf(signIn), registry, signIn, 'keyline.undo')).toBeUndefined();
  });
});

describe('the window among others', () => {
  test('says in its title how much is unread, where one is, and in which company where there are several', () => {
    expect(formatWindowTitle({ unread: 3, place: 'Dana Whitfield', company: null })).toBe('(3) Dana Whitfield · Keyline');
    expect(formatWindowTitle({ unread: 0, place: 'Inbox', company: 'Northwind Motors' })).toBe('Inbox · Northwind Motors · Keyline');
    expect(formatWindowTitle({ unread: 0, place: null, company: null })).toBe('Keyline');
  });

  test('has the company’s colour in its icon, and a dot while something is unread', () => {
    const draw = (hasUnread: boolean) => decodeURIComponent(createWindowIcon({ color: '#3366cc', hasUnread }));
    expect(draw(true)).toContain('fill="#3366cc"');
    expect([draw(true).includes('<circle'), draw(false).includes('<circle')]).toEqual([true, false]);
  });
});

describe('the email of a contact', () => {
  const submit = (before: string, email: string) => {
    const form = createActor(machine);
    form.start();
    form.send({ type: 'contact.opened', before: { ...emptyValues, email: before }, field: 'name', prefill: null });
    form.send({ type: 'field.typed', field: 'email', text: email });
    expect(getReason(form.getSnapshot(), 'contact.submitted')).toBeNull();
    form.send({ type: 'contact.submitted' });
    return form.getSnapshot();
  };

  test.each(['dana', 'dana@', 'dana@example', '@example.com', 'dana w@example.com', 'dana@example..com'])('is refused in the form: %s', (email) => {
    const { value, context: given } = submit('', email);
    expect(value).toBe('editing');
    expect(given.errors).toEqual({ email: 'Enter an email address like ana@example.com' });
    expect(given.focus).toMatchObject({ field: 'email' });
  });

  test.each([
    ['', 'dana.w+keyline@example.co.uk'],
    ['dana@example.com', ''],
    ['an old note', 'an old note'],
  ])('from “%s” to “%s” is sent', (before, email) => expect(submit(before, email).value).toBe('saving'));
});
