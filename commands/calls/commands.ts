/** One call: opening it, saying what it is, its notes and its transcript. */

import type { Call } from '#contract/calls/entities.ts';
import { callDepartments, callOutcomes } from '#contract/calls/enums.ts';
import type { Note } from '#contract/notes/entities.ts';
import { formatRecipientName } from '#contract/text/names.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import type { Parsed } from '../core/parsed.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { departmentTitles, outcomeTitles } from './titles.ts';

const callBase = { group: 'Calls', scopes: ['calls', 'call'], permission: 'activity.read', rows: { kind: 'call', max: 1 } } as const;

const qualifyBase = { ...callBase, permission: 'calls.qualify' } as const;

const callPaneBase = { group: 'Calls', scopes: ['call'], permission: 'activity.read', quiet: true } as const;

const getCall = (context: Context): Call => {
  const call = getRows(context, 'call')?.rows[0];
  if (!call) throw new Error('Choose a call first');
  return call;
};

/** Reason of commands of a part of the call that is not read, or could not be: it may have none of it, or some. */
const notLoaded = (what: string) => ({ reason: `${what} not loaded yet` });

const hasTranscript = ({ callView }: Context): Availability =>
  callView === null ? notLoaded('The call is') : callView.segments.length > 0 || { reason: 'This call has no transcript' };

const openCommands: readonly Command[] = [
  command({
    ...callBase,
    id: 'calls.open',
    title: 'Open call',
    keywords: ['detail', 'recording', 'transcript', 'listen'],
    icon: 'phone',
    quiet: true,
    run: async ({ context, services }) => services.calls.open(getCall(context).id),
  }),
  command({
    ...callBase,
    id: 'calls.openBeside',
    title: 'Open call in a split pane',
    keywords: ['detail', 'split', 'beside'],
    icon: 'split-horizontal',
    quiet: true,
    run: async ({ context, services }) => services.calls.open(getCall(context).id, 'beside'),
  }),
  command({
    group: 'Calls',
    scopes: ['workspace'],
    permission: 'activity.read',
    quiet: true,
    id: 'calls.openOne',
    title: 'Open call by ID',
    keywords: ['detail', 'number'],
    icon: 'phone',
    args: {
      call: arg.text({
        label: 'Call ID',
        parse: (text) => (/^[1-9]\d{0,15}$/.test(text.trim()) ? { ok: true, value: Number(text) } : { ok: false, error: 'Enter a numeric ID' }),
      }),
    },
    run: async ({ args, services }) => services.calls.open(args.call),
  }),
  command({
    ...callBase,
    id: 'calls.openConversation',
    title: 'Calls: Open conversation',
    keywords: ['thread', 'reply', 'person', 'history'],
    icon: 'message',
    permission: 'conversations.read',
    quiet: true,
    available: (context) =>
      getRows(context, 'call')?.rows[0]?.conversationId != null || {
        reason: 'This call has no conversation',
        unblock: { commandId: 'conversations.startWith' },
      },
    run: async ({ context, services }) => {
      const { conversationId } = getCall(context);
      if (conversationId !== null) services.conversations.open(conversationId);
    },
  }),
  command({
    ...callBase,
    id: 'calls.ofThisCaller',
    title: 'Show all calls from this caller',
    keywords: ['history', 'before', 'same number'],
    icon: 'history',
    quiet: true,
    run: async ({ context, services }) => services.calls.search({ from: getCall(context).recipient }),
  }),
  command({
    ...callBase,
    id: 'calls.copyNumber',
    title: 'Calls: Copy caller number',
    keywords: ['clipboard', 'phone'],
    icon: 'clipboard',
    quiet: true,
    run: async ({ context, services }) => services.clipboard.copy(getCall(context).recipient, 'Number copied'),
  }),
];

function parseMoney(text: string): Parsed<number> {
  const value = Number(
    text
      .trim()
      .replace(/^\$\s*/, '')
      .replaceAll(',', ''),
  );
  const fits = /\d/.test(text) && Number.isFinite(value) && value >= 0 && value <= 9_999_999.99 && /^\$?\s*[\d,]+(\.\d{1,2})?$/.test(text.trim());
  return fits ? { ok: true, value } : { ok: false, error: 'Enter an amount like 1250 or 1,250.50' };
}

const qualifications = [
  { value: 1, id: 'qualified', title: 'Qualified' },
  { value: 2, id: 'not-qualified', title: 'Not qualified' },
  { value: 3, id: 'lead', title: 'Lead' },
  { value: null, id: 'none', title: 'No qualification' },
] as const;

const qualifyCommands: readonly Command[] = [
  command({
    ...qualifyBase,
    id: 'calls.qualify',
    title: 'Set call qualification',
    keywords: ['qualification', 'judge', 'lead', 'rate'],
    icon: 'circle-check',
    detail: (context) => qualifications.find(({ value }) => value === (getRows(context, 'call')?.rows[0]?.qualification ?? null))?.title ?? null,
    args: {
      qualification: arg.list({
        label: 'Qualification',
        options: () => qualifications,
        getCurrent: (context) => {
          const call = getRows(context, 'call')?.rows[0];
          return qualifications.find(({ value }) => call !== undefined && value === call.qualification)?.id;
        },
      }),
    },
    run: async ({ context, args, services }) => services.calls.mark(getCall(context), { qualification: args.qualification }),
  }),
  command({
    ...qualifyBase,
    id: 'calls.setValue',
    title: 'Set call value',
    keywords: ['value', 'money', 'revenue', 'amount', 'say', 'worth'],
    icon: 'card',
    args: {
      value: arg.text({
        label: 'Value',
        hint: '1250 or 1,250.50',
        initial: (context) => getRows(context, 'call')?.rows[0]?.value?.toString(),
        parse: parseMoney,
      }),
    },
    run: async ({ context, args, services }) => services.calls.mark(getCall(context), { value: args.value }),
  }),
  command({
    ...qualifyBase,
    id: 'calls.clearValue',
    title: 'Clear call value',
    keywords: ['money', 'remove', 'clear', 'take'],
    icon: 'x',
    available: (context) => getRows(context, 'call')?.rows[0]?.value != null || { reason: 'No value set', unblock: { commandId: 'calls.setValue' } },
    run: async ({ context, services }) => services.calls.mark(getCall(context), { value: null }),
  }),
  command({
    ...qualifyBase,
    id: 'calls.setDepartment',
    title: 'Set call department',
    keywords: ['sales', 'service', 'parts', 'topic', 'say'],
    icon: 'building',
    args: {
      department: arg.list({
        label: 'Department',
        options: () => callDepartments.map((value) => ({ value, id: value, title: departmentTitles[value] })),
        getCurrent: (context) => getRows(context, 'call')?.rows[0]?.department ?? undefined,
      }),
    },
    run: async ({ context, args, services }) => services.calls.mark(getCall(context), { department: args.department }),
  }),
  command({
    ...qualifyBase,
    id: 'calls.setOutcome',
    title: 'Set call outcome',
    keywords: ['outcome', 'result', 'opportunity', 'ordered', 'booked', 'say', 'led'],
    icon: 'flag',
    args: {
      outcome: arg.list({
        label: 'Outcome',
        options: () => callOutcomes.map((value) => ({ value, id: value, title: outcomeTitles[value] })),
        getCurrent: (context) => getRows(context, 'call')?.rows[0]?.outcome ?? undefined,
      }),
    },
    run: async ({ context, args, services }) => services.calls.mark(getCall(context), { outcome: args.outcome }),
  }),
];

const noteArg = arg.list({
  label: 'Note',
  options: ({ callView }: Context) =>
    (callView?.notes ?? []).map((note: Note) => ({ value: note, id: String(note.id), title: note.body.slice(0, 80), detail: note.author?.name, icon: 'note' })),
});

const hasNotes = ({ callView }: Context): Availability => {
  if (callView?.notes == null) return notLoaded('The notes are');
  return callView.notes.length > 0 || { reason: 'This call has no notes', unblock: { commandId: 'calls.addNote' } };
};

const noteCommands: readonly Command[] = [
  command({
    ...callBase,
    id: 'calls.addNote',
    title: 'Add note to call',
    keywords: ['comment', 'team', 'write'],
    icon: 'note',
    permission: 'notes.write',
    detail: (context) => {
      const call = getRows(context, 'call')?.rows[0];
      return call ? formatRecipientName(call) : null;
    },
    args: { body: arg.words('Note', 5_000) },
    run: async ({ context, args, services }) => services.calls.addNote(getCall(context), args.body),
  }),
  command({
    ...callPaneBase,
    id: 'calls.editNote',
    title: 'Edit call note',
    keywords: ['comment', 'edit', 'change'],
    icon: 'pencil',
    permission: 'notes.write',
    quiet: false,
    available: hasNotes,
    args: { note: noteArg, body: arg.words('The note', 5_000, ({ callView }) => (callView?.notes?.length === 1 ? callView.notes[0]?.body : undefined)) },
    run: async ({ args, services }) => services.calls.editNote(args.note, args.body),
  }),
  command({
    ...callPaneBase,
    id: 'calls.deleteNote',
    title: 'Delete call note',
    keywords: ['comment', 'remove'],
    icon: 'trash',
    permission: 'notes.write',
    quiet: false,
    available: hasNotes,
    args: { note: noteArg },
    run: async ({ args, services }) => services.calls.deleteNote(args.note),
  }),
];

const transcriptCommands: readonly Command[] = [
  command({
    ...callPaneBase,
    id: 'calls.nextSegment',
    title: 'Next transcript segment',
    keywords: ['down', 'words'],
    icon: 'arrow-down',
    repeats: true,
    available: hasTranscript,
    run: async ({ services }) => services.calls.moveInTranscript('next'),
  }),
  command({
    ...callPaneBase,
    id: 'calls.previousSegment',
    title: 'Previous transcript segment',
    keywords: ['up', 'words'],
    icon: 'arrow-up',
    repeats: true,
    available: hasTranscript,
    run: async ({ services }) => services.calls.moveInTranscript('previous'),
  }),
  command({
    ...callPaneBase,
    id: 'calls.playSegment',
    title: 'Play from this segment',
    keywords: ['jump', 'listen', 'here'],
    icon: 'play',
    available: (context) =>
      context.recording === null
        ? { reason: 'No recording' }
        : context.callView?.segment != null || { reason: 'Select a segment first', unblock: { commandId: 'calls.nextSegment' } },
    run: async ({ services }) => services.calls.playSegment(),
  }),
  command({
    ...callPaneBase,
    id: 'calls.find',
    title: 'Find in transcript',
    keywords: ['search', 'said', 'words'],
    icon: 'search',
    opensField: true,
    available: hasTranscript,
    run: async ({ services }) => services.calls.find(),
  }),
];

/** Commands over one call. */
export const callCommands: readonly Command[] = [...openCommands, ...qualifyCommands, ...noteCommands, ...transcriptCommands];
