/** Tests the permissions to fill in custom fields: as the server checks them. */
import { describe, expect, test } from 'vitest';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { Context } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import type { CustomField } from '#contract/customFields/entities.ts';
import { context, reason, services } from './commandsSupport.ts';

const shift: CustomField = { id: 3, entityType: 'User', name: 'Shift', defaultValue: null, choices: [], companyId: 1, businessUnitId: null };
const people = [
  { id: 1, name: 'Ana K.', email: 'ana@example.com' },
  { id: 2, name: 'Ben O.', email: 'ben@example.com' },
];
const played = () => services({ 'customFields.people': async () => people, 'customFields.all': async () => [shift] });

const fill = async (now: Context, person: number) => {
  const { services: provided, done } = played();
  const dispatcher = createDispatcher({ registry, getContext: () => now, getServices: () => provided, createKey: () => 'a-key-of-a-run' });
  await dispatcher.execute('customFields.fillPerson', { source: 'palette', args: { person: String(person), field: '3', value: 'late' } });
  return done.filter(([name]) => name === 'customFields.fill');
};

describe('custom fields of people', () => {
  test('those who change fields fill in everybody’s', async () => {
    expect(await fill(context(), 2)).toEqual([['customFields.fill', shift, [2], 'late']]);
  });

  test('others fill in their own, and are told so beside everybody else', async () => {
    const agent = context({}, 'user');
    expect(await fill(agent, 1)).toEqual([['customFields.fill', shift, [1], 'late']]);
    await expect(fill(agent, 2)).rejects.toMatchObject({ message: 'You can only set your own custom fields' });
    const who = registry.get('customFields.fillPerson')?.args[0]?.arg;
    const offered = who?.kind === 'search' ? await who.search(agent, played().services, '', new AbortController().signal, {}) : [];
    expect(offered.map(({ title, reason: why }) => [title, why])).toEqual([
      ['Ana K.', undefined],
      ['Ben O.', 'You can only set your own custom fields'],
    ]);
  });

  test('who may not fill in anything is not asked for a person', () => {
    expect(reason('customFields.fillPerson', context({}, 'reporting'))).toMatch(/can set custom field values$/);
  });
});

test('fields of the organization are filled in by those who change fields', () => {
  expect(reason('customFields.fillOrganization', context())).toBeNull();
  expect(reason('customFields.fillOrganization', context({}, 'user'))).toMatch(/can manage custom fields$/);
});
