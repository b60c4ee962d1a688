/** The rows a command acts on. */

import { displayPhone } from '#contract/text/phone.ts';
import type { Context, RowKind, RowSet, RowsOf } from './types.ts';

const isOf = <K extends RowKind>(set: RowSet, kind: K): set is Extract<RowSet, { kind: K }> => set.kind === kind;

const single = (context: Context, kind: RowKind): RowSet | null => {
  const { thread, contact, item, call, number } = context;
  if (kind === 'conversation' && thread) return { kind, rows: [thread], mode: 'cursor', count: 1 };
  if (kind === 'contact' && contact) return { kind, rows: [contact], mode: 'cursor', count: 1 };
  if (kind === 'call' && call) return { kind, rows: [call.call], mode: 'cursor', count: 1 };
  if (kind === 'number' && number) return { kind, rows: [number], mode: 'cursor', count: 1 };
  if (kind === 'item' && item) return { kind, rows: [item], mode: 'cursor', count: 1 };
  return null;
};

/**
 * What a command over `kind` acts on: the selection of the focused list, else the row under its cursor, else the conversation, contact or item
 * that is open in or beside the focused pane. null when there is nothing of that kind.
 */
export function rowsOf<K extends RowKind>(context: Context, kind: K): RowsOf<K> | null {
  const focused = context.focus.rows;
  const set = focused && focused.kind === kind && focused.count > 0 ? focused : single(context, kind);
  if (!set || !isOf(set, kind)) return null;
  // The narrowed member of the union is RowsOf<K> by the definition of RowSet; TypeScript does not follow this through a generic.
  return set as RowSet as RowsOf<K>;
}

const words: Record<RowKind, readonly [one: string, many: string]> = {
  conversation: ['conversation', 'conversations'],
  contact: ['contact', 'contacts'],
  number: ['number', 'numbers'],
  company: ['company', 'companies'],
  activity: ['entry', 'entries'],
  commandRun: ['command', 'commands'],
  item: ['item', 'items'],
  notice: ['notice', 'notices'],
  block: ['blocked caller', 'blocked callers'],
  tag: ['tag', 'tags'],
  customField: ['custom field', 'custom fields'],
  offer: ['available number', 'available numbers'],
  call: ['call', 'calls'],
  liveCall: ['live call', 'live calls'],
  greeting: ['greeting', 'greetings'],
  port: ['port-in request', 'port-in requests'],
  template: ['template', 'templates'],
  listing: ['number', 'numbers'],
  forward: ['destination', 'destinations'],
};

// Made once: `toLocaleString` looks its locale up anew at each call, and the palette counts for each row.
const written = new Intl.NumberFormat('en-US');

/** "1 contact", "3 conversations", "5,000 numbers". */
export const counted = (count: number, kind: RowKind): string => `${written.format(count)} ${words[kind][count === 1 ? 0 : 1]}`;

/** "contact" and "contacts". */
export const wordsOfKind = (kind: RowKind): { one: string; many: string } => ({ one: words[kind][0], many: words[kind][1] });

/** "conversations". */
export const plural = (kind: RowKind): string => words[kind][1];

/** "a conversation", "an item". */
export const someOf = (kind: RowKind): string => `${/^[aeiou]/.test(words[kind][0]) ? 'an' : 'a'} ${words[kind][0]}`;

/** How one row is called in a sentence. */
export function nameOf(set: RowSet, at: number): string {
  switch (set.kind) {
    case 'conversation': {
      const row = set.rows[at];
      return row?.contact?.name ?? displayPhone(row?.recipient ?? '');
    }
    case 'contact':
      return set.rows[at]?.name || displayPhone(set.rows[at]?.number ?? '');
    case 'number':
      return set.rows[at]?.label || displayPhone(set.rows[at]?.number ?? '');
    case 'company':
      return set.rows[at]?.name ?? '';
    case 'call':
    case 'activity': {
      const row = set.rows[at];
      return row?.contact?.name ?? displayPhone(row?.recipient ?? '');
    }
    case 'greeting':
    case 'template':
      return set.rows[at]?.name ?? '';
    case 'port':
      return displayPhone(set.rows[at]?.numbers[0]?.number ?? '');
    case 'commandRun':
      return set.rows[at]?.title ?? '';
    case 'item':
      return set.rows[at]?.type ?? '';
    case 'notice':
      return set.rows[at]?.message ?? '';
    case 'tag':
    case 'customField':
      return set.rows[at]?.name ?? '';
    case 'listing':
      return set.rows[at]?.label || displayPhone(set.rows[at]?.number ?? '');
    case 'forward':
    case 'offer':
      return displayPhone(set.rows[at]?.number ?? '');
    case 'liveCall': {
      const row = set.rows[at];
      return row?.contact?.name || displayPhone(row?.recipient ?? '');
    }
    case 'block':
      return set.rows[at]?.contactName ?? displayPhone(set.rows[at]?.target ?? '');
  }
}

/** The names of the first `most` rows. */
export const sampleOf = (set: RowSet, most = 3): string[] => Array.from({ length: Math.min(most, set.rows.length) }, (_, at) => nameOf(set, at));
