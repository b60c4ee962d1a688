/** Triggers of a number: what is done by itself when something comes in. */

import type { triggerActions, triggerEvents } from '#contract/numbers/enums.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const triggerBase = { group: 'Numbers', scopes: ['numbers', 'number'], permission: 'numbers.write', rows: { kind: 'number', max: 1 } } as const;

const getNumber = (context: Context) => {
  const row = getRows(context, 'number')?.rows[0];
  if (!row) throw new Error('Choose a number first');
  return row;
};

const eventTitles: Record<(typeof triggerEvents)[number], string> = {
  call: 'Inbound call',
  voicemail: 'New voicemail',
  message: 'Inbound text',
  fax: 'Inbound fax',
};

const actionTitles: Record<(typeof triggerActions)[number], string> = {
  lead: 'Mark as lead',
  archive: 'Archive conversation',
  note: 'Add note',
};

/** Commands over triggers. */
export const numberTriggerCommands: readonly Command[] = [
  command({
    ...triggerBase,
    id: 'numbers.addTrigger',
    title: 'Add trigger to number',
    keywords: ['automation', 'rule', 'when', 'lead'],
    icon: 'zap',
    args: {
      event: arg.one('When', ['call', 'voicemail', 'message', 'fax'], eventTitles),
      action: arg.one('Then', ['lead', 'archive', 'note'], actionTitles),
      note: arg.optional(arg.words('Note', 500)),
    },
    run: async ({ context, args, services }) => {
      if (args.action === 'note' && args.note === undefined) throw new Error('Enter the note text');
      return services.numbers.addTrigger(getNumber(context).id, { event: args.event, action: args.action, value: args.note ?? null });
    },
  }),
  command({
    ...triggerBase,
    id: 'numbers.removeTrigger',
    title: 'Remove trigger from number',
    keywords: ['automation', 'rule'],
    icon: 'x',
    args: {
      trigger: arg.search({
        label: 'Which trigger',
        search: async (context, services) =>
          (await services.numbers.triggers(getNumber(context).id)).map((trigger) => ({
            value: trigger,
            id: String(trigger.id),
            title: `${eventTitles[trigger.event]}: ${actionTitles[trigger.action].toLowerCase()}`,
            ...(trigger.value === null ? {} : { detail: trigger.value }),
          })),
        find: async (id, context, services) => (await services.numbers.triggers(getNumber(context).id)).find((trigger) => String(trigger.id) === id) ?? null,
      }),
    },
    run: async ({ args, services }) => services.numbers.removeTrigger(args.trigger),
  }),
];
