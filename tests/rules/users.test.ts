/** Numbers of a user as they are typed, colleagues to onboard like, and what a retraction of invitations takes. */
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { usersCommands } from '#commands/users/commands.ts';
import type { Teammate } from '#commands/users/types.ts';
import type { CheckedAddress } from '#contract/invites/entities.ts';
import type { CompanyUser } from '#contract/users/entities.ts';
import { getReason, listAdded, machine } from '#machines/invitation/index.ts';
import { formatHolders } from '#src/shared/RoleHolders.tsx';
import { context, number, services } from './commandsSupport.ts';

const argOf = (id: string, name: string) => {
  const found = usersCommands.find((each) => each.id === id)?.args?.find((each) => each.name === name)?.arg;
  if (!found) throw new Error(`No argument ${name} of ${id}`);
  return found;
};

const member = (numbers: number[]): Teammate => {
  const user: CompanyUser = {
    id: 7,
    firstName: 'Ana',
    lastName: '',
    name: 'Ana',
    email: 'ana@example.com',
    role: 'user',
    numbers,
    phones: [],
    eavAttributeValues: [],
  };
  return { id: 'user-7', name: 'Ana', email: user.email, role: 'user', numbers, user, invite: null };
};
const chosen = (row: Teammate) =>
  context({
    focus: { ...context().focus, scopes: ['users'], rows: { kind: 'teammate', rows: [row], mode: 'cursor', count: 1 } },
  });

describe('numbers of a user', () => {
  const numbers = [
    number(1, { number: '+14155550120', label: 'Main' }),
    number(2, { number: '+12125550120', label: 'Sales' }),
    number(3, { number: '+14155550199', label: 'Sales' }),
  ];
  const declared = argOf('users.changeNumbers', 'numbers');
  const parse = (text: string) => (declared.kind === 'text' ? declared.parse(text, context({ numbers })) : null);
  const initial = (row: Teammate) => declared.initial?.(chosen(row), services({ 'users.numbers': () => Promise.resolve(numbers) }).services, {});

  test('are proposed from the list as it is loaded, and all of them only where none are named', async () => {
    expect(await initial(member([]))).toBe('all');
    expect(await initial(member([1, 3]))).toBe('+1 415-555-0120, +1 415-555-0199');
    // Removed since: not all, but none.
    expect(await initial(member([99]))).toBe('');
  });

  test('are read by label, by ending and whole; one that fits several is refused', () => {
    expect(parse('all')).toEqual({ ok: true, value: [] });
    expect(parse('main, +1 415-555-0199, 4155550199')).toEqual({ ok: true, value: [1, 3] });
    expect(parse('212-555-0120')).toEqual({ ok: true, value: [2] });
    expect(parse('555-0120')).toEqual({ ok: false, error: '2 numbers match “555-0120”. Enter the whole number.' });
    expect(parse('sales')).toMatchObject({ ok: false });
    expect(parse('+1 415-555-9999')).toEqual({ ok: false, error: '“+1 415-555-9999” isn’t a number of this company' });
    expect(parse(' ')).toEqual({ ok: false, error: 'Enter numbers, or all' });
  });
});

test('a colleague with rights the person lacks can’t be copied, and says why', async () => {
  const declared = argOf('users.onboardLike', 'colleague');
  const people = (['owner', 'user'] as const).map((role, id) => ({ ...member([]).user, id, role, name: role }));
  const all = () => Promise.resolve(people);
  const found =
    declared.kind === 'search'
      ? await declared.search(context({}, 'administrator'), services({ 'users.all': all }).services, '', new AbortController().signal, {})
      : [];
  expect(found.map(({ title, reason }) => [title, reason])).toEqual([
    ['owner', 'Includes permissions you don’t have'],
    ['user', undefined],
  ]);
});

describe('a list that is invited', () => {
  const checked = (email: string, state: CheckedAddress['state']): CheckedAddress => ({ line: email, email, state, name: null });
  const addresses: readonly CheckedAddress[] = [checked('new@example.com', 'new'), checked('before@example.com', 'invited')];
  const begin = (send: () => Promise<readonly { id: number; email: string }[]>, retracted: number[][] = []) => {
    const actor = createActor(
      machine.provide({
        actors: {
          checkAddresses: fromPromise(async () => addresses),
          sendInvites: fromPromise(send),
          retractInvites: fromPromise(async ({ input: { ids } }) => {
            retracted.push([...ids]);
            return { retracted: ids.length, opened: 0 };
          }),
        },
      }),
    ).start();
    actor.send({ type: 'addresses.given', lines: [], grant: { role: 'user', like: null, businessUnitId: null } });
    return actor;
  };

  test('retracts what it added, and not what was invited before', async () => {
    const retracted: number[][] = [];
    const actor = begin(
      async () => [
        { id: 1, email: 'new@example.com' },
        { id: 2, email: 'before@example.com' },
      ],
      retracted,
    );
    await waitFor(actor, (snapshot) => snapshot.matches('reviewing'));
    actor.send({ type: 'invitation.confirmed' });
    const { context: done } = await waitFor(actor, (snapshot) => snapshot.matches('sent'));
    expect([done.sent.length, listAdded(done)]).toEqual([2, [1]]);
    actor.send({ type: 'invitation.retracted' });
    await waitFor(actor, (snapshot) => snapshot.matches('retracted'));
    expect(retracted).toEqual([[1]]);
  });

  test('that is refused stands, with the words, and can be changed and sent again', async () => {
    const refusal = { status: 403, code: 'forbidden', message: 'Not yours to give' };
    const actor = begin(() => Promise.reject(refusal));
    await waitFor(actor, (snapshot) => snapshot.matches('reviewing'));
    actor.send({ type: 'invitation.confirmed' });
    const { context: kept } = await waitFor(actor, (snapshot) => snapshot.matches('reviewing') && snapshot.context.error !== null);
    expect([kept.addresses, kept.error?.message]).toEqual([addresses, 'Not yours to give']);
    for (const type of ['invitation.confirmed', 'invitation.closed'] as const) expect(getReason(actor.getSnapshot(), { type })).toBeNull();
    expect(getReason(actor.getSnapshot(), { type: 'role.chosen', role: 'reporting' })).toBeNull();
  });
});

test.each([
  [[], null],
  [['Ana Silva'], 'Ask Ana Silva.'],
  [['Ana Silva', 'Ravi Patel'], 'Ask Ana Silva or Ravi Patel.'],
  [['Ana Silva', 'Ravi Patel', 'Bo Lee'], 'Ask Ana Silva, Ravi Patel or Bo Lee.'],
  [['Ana Silva', 'Ravi Patel', 'Bo Lee', 'Cy Fox'], 'Ask Ana Silva, Ravi Patel or 2 others.'],
])('people to ask, of %j', (names, text) => {
  expect(formatHolders(names)).toBe(text);
});
