/** Numbers as commands reach them: the call, what it does to the cache, how it is taken back, and what arrives for the list. */

import type { ChangeResult } from '#commands/core/outcome.ts';
import type { RowSelection } from '#commands/core/types.ts';
import type { NumberServices, NumberSet } from '#commands/numbers/types.ts';
import type { NumberTrigger, PhoneNumber } from '#contract/numbers/entities.ts';
import { numberMessages as messages } from '#contract/numbers/texts.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { type ServiceDeps, showNear, updateFilter } from '../../panes/index.ts';
import { bulkNumbers, toNumberChoice } from '../../shared/numberBatches.ts';
import { displayPhone, formatNumberName } from '../../ui/index.ts';
import { createNumberQuery, numberViews, requestedNumbers } from './data.ts';

type Rows = RowSelection<'number'>;

const getOnlyRow = (on: Rows): PhoneNumber | null => (on.mode !== 'matching' && on.rows.length === 1 ? (on.rows[0] ?? null) : null);

const refresh = (app: App, companyId: number) => app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'numbers') });

/** The whole of what a number becomes by a change, and the whole of what it was. */
function createEdits(number: PhoneNumber, { addTags = [], removeTags = [], field, ...plain }: NumberSet) {
  const had = number.tags.map(({ id }) => id);
  const before = number.eavAttributeValues.find(({ attributeId }) => attributeId === field?.attributeId)?.value ?? null;
  const tagged = addTags.length + removeTags.length > 0;
  const toFieldChange = (value: string | null | undefined) =>
    field ? { eavAttributeValues: [{ attributeId: Number(field.attributeId), ...(value ? { value } : {}) }] } : {};
  const { label, status, callTranscriptionEnabled, smsEnabled } = number;
  const wasPlain = Object.fromEntries(Object.entries({ label, status, callTranscriptionEnabled, smsEnabled }).filter(([name]) => name in plain));
  return {
    next: {
      ...plain,
      ...(tagged ? { tags: [...had.filter((id) => !removeTags.includes(id)), ...addTags.map(Number).filter((id) => !had.includes(id))] } : {}),
      ...toFieldChange(field?.value),
    },
    back: { ...wasPlain, ...(tagged ? { tags: had } : {}), ...toFieldChange(before) },
  };
}

async function changeOne(app: App, number: PhoneNumber, set: NumberSet, title: string): Promise<ChangeResult> {
  const companyId = getCompanyId(app);
  const { next, back } = createEdits(number, set);
  const save = async (body: typeof next) => {
    await app.api.call('numbers.update', { companyId, params: { id: number.id }, query: { include: 'sms-verification' }, body });
    await refresh(app, companyId);
  };
  await save(next);
  return { message: messages.numberUpdated, undo: { title: `${title}: ${formatNumberName(number)}`, run: () => save(back) } };
}

async function removeOne(app: App, number: PhoneNumber): Promise<ChangeResult> {
  const companyId = getCompanyId(app);
  await app.api.call('numbers.remove', { companyId, params: { id: number.id } });
  await refresh(app, companyId);
  return {
    message: `${displayPhone(number.number)} removed`,
    undo: {
      title: `Remove ${displayPhone(number.number)}`,
      run: async () => {
        await app.api.call('numbers.restore', { companyId, params: { id: number.id } });
        if (number.status === 1) await app.api.call('numbers.update', { companyId, params: { id: number.id }, body: { status: 1 } });
        await refresh(app, companyId);
      },
    },
  };
}

/** Triggers of a number: each saved or removed by the one call, and put back the same way. */
function createTriggerServices(app: App): Pick<NumberServices, 'triggers' | 'addTrigger' | 'removeTrigger'> {
  const save = async (body: { upsert?: Pick<NumberTrigger, 'numberId' | 'event' | 'action' | 'isEnabled' | 'value'>[]; remove?: number[] }) => {
    const companyId = getCompanyId(app);
    const upsert = body.upsert?.map(({ value, ...each }) => ({ ...each, ...(value === null ? {} : { value }) }));
    const { triggers } = await app.api.call('numbers.triggers', {
      companyId,
      body: { ...(upsert ? { upsert } : {}), ...(body.remove ? { remove: body.remove } : {}) },
    });
    await refresh(app, companyId);
    return triggers;
  };
  const add = async (numberId: number, trigger: Pick<NumberTrigger, 'event' | 'action' | 'value'>) =>
    (await save({ upsert: [{ numberId, isEnabled: true, ...trigger }] })).at(-1);
  return {
    triggers: async (id) => (await app.queries.fetchQuery(createNumberQuery(app, getCompanyId(app), id))).triggers,
    addTrigger: async (id, trigger) => {
      const made = await add(id, trigger);
      return {
        message: messages.numberUpdated,
        ...(made ? { undo: { run: async () => void (await save({ remove: [made.id] })) } } : {}),
      };
    },
    removeTrigger: async (trigger) => {
      await save({ remove: [trigger.id] });
      return { message: messages.numberUpdated, undo: { run: async () => void (await add(trigger.numberId, trigger)) } };
    },
  };
}

/** Commands over numbers, as the app provides them. */
export function createNumberServices(around: ServiceDeps): NumberServices {
  const { app, workspace } = around;
  return {
    ...createTriggerServices(app),
    filter: (changes) => {
      const companyId = app.get().companyId;
      numberViews.change(companyId, { filter: updateFilter(numberViews.get(companyId).filter, changes) });
      workspace.open('numbers');
    },
    open: (id) => showNear(workspace, 'number', { id: String(id) }),
    goTo: (id) => {
      requestedNumbers.change(getCompanyId(app), { id });
      workspace.enter({ view: 'numbers', subject: { kind: 'number', id }, pane: null }, 'chosen');
    },
    change: async (on, set, title) => {
      const only = getOnlyRow(on);
      if (only) return changeOne(app, only, set, title);
      return bulkNumbers(around, on, {
        title,
        success: 'Numbers updated',
        start: (companyId, given) => app.api.call('numbers.bulkUpdate', { companyId, body: { ...given, set } }),
      });
    },
    preview: (on, set) => app.api.call('numbers.bulkPreview', { companyId: getCompanyId(app), body: { ...toNumberChoice(on), set } }),
    impact: (on) => app.api.call('numbers.impact', { companyId: getCompanyId(app), body: toNumberChoice(on) }),
    remove: async (on) => {
      const only = getOnlyRow(on);
      if (only) return removeOne(app, only);
      return bulkNumbers(around, on, {
        title: 'Remove numbers',
        start: (companyId, given) => app.api.call('numbers.bulkRemove', { companyId, body: given }),
      });
    },
    rotate: async (number) => {
      await app.api.call('numbers.rotate', { companyId: getCompanyId(app), params: { id: number.id }, body: { key: crypto.randomUUID() } });
      return { message: `Buying a replacement for ${displayPhone(number.number)}` };
    },
  };
}
