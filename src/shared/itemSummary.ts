/** Summary of an item: one line, the same in lists, threads and cards. */
import type * as z from 'zod/mini';
import type { CallDetails, Item } from '#contract/conversations/entities.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { formatDuration } from '../ui/time.ts';

type Call = z.output<typeof CallDetails>;

/** One line for a call: "answered by Ana K.", "missed · rang 24s". Nothing is said of a phone that did not ring. */
export function formatCall(details: Call, isInbound: boolean): string {
  if (!isInbound) return details.answeredBy ? `by ${details.answeredBy}` : '';
  if (details.result === 'answered') return details.answeredBy ? `answered by ${details.answeredBy}` : 'answered';
  if (details.result === 'voicemail') return 'went to voicemail';
  if (details.result === 'blocked') return 'blocked';
  return details.ringSeconds > 0 ? `missed · rang ${details.ringSeconds}s` : 'missed';
}

/** A line for an item wherever only a line is room: history, activity, copies. */
export function formatItem(item: Pick<Item, 'details' | 'isInbound' | 'actor'>): string {
  const { details } = item;
  switch (details.kind) {
    case 'call':
      return [
        ...(item.isInbound ? [capitalize(formatCall(details, true))] : ['Outbound', details.answeredBy ?? item.actor?.name]),
        details.duration > 0 ? formatDuration(details.duration) : '',
      ]
        .filter(Boolean)
        .join(' · ');
    case 'voicemail':
      return `Voicemail · ${formatDuration(details.duration)}${details.transcript ? ` “${details.transcript}”` : ''}`;
    case 'fax':
      return `Fax · ${details.pages} ${details.pages === 1 ? 'page' : 'pages'}`;
    case 'note':
      return details.body;
    case 'message':
      return details.message;
  }
}

/** Says of a note that it was changed, and by whom where that is not its author. */
export function formatEdited(editor: { readonly id: number; readonly name: string } | null, author: { readonly id: number } | null): string {
  return editor === null || editor.id === author?.id ? 'edited' : `edited by ${editor.name}`;
}
