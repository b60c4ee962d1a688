/** The hints of the bottom line: the commands worth a place by where the focus is, each with the key that runs it from there. */

import type { Registry } from '#commands/core/registry.ts';
import type { Context } from '#commands/core/types.ts';
import type { EffectiveKeymap } from '#commands/keymap/effective.ts';
import { keysHere } from '#commands/keymap/resolve.ts';

/** What is worth a place, by where the focus is: most wanted first. */
const wanted: Readonly<Record<string, readonly (readonly [command: string, word: string])[]>> = {
  composer: [
    ['notes.save', 'save note'],
    ['messages.send', 'send'],
    ['messages.sendAndDone', 'send and archive'],
    ['workspace.back', 'back'],
  ],
  inbox: [
    ['conversations.archive', 'archive'],
    ['conversations.restore', 'restore'],
    ['messages.reply', 'reply'],
    ['calls.markLead', 'lead'],
    ['list.select', 'select'],
    ['conversations.markUnread', 'unread'],
    ['list.focusFilter', 'search'],
  ],
  conversation: [
    ['messages.confirmOptOut', 'confirm opt-out'],
    ['messages.dismissOptOut', 'dismiss'],
    ['messages.reply', 'reply'],
    ['conversations.archive', 'archive'],
    ['conversations.restore', 'restore'],
    ['recording.toggle', 'play'],
    ['calls.markLead', 'lead'],
    ['notes.write', 'note'],
    ['conversations.previousItem', 'previous'],
    ['workspace.back', 'back'],
  ],
  contacts: [
    ['list.open', 'open'],
    ['contacts.create', 'new'],
    ['list.select', 'select'],
    ['contacts.delete', 'delete'],
    ['list.focusFilter', 'search'],
  ],
  contactForm: [
    ['contacts.save', 'save'],
    ['workspace.back', 'back'],
  ],
  greetingForm: [
    ['greetings.save', 'save'],
    ['workspace.back', 'back'],
  ],
  routing: [
    ['routing.save', 'save'],
    ['routing.editLine', 'edit as text'],
    ['routing.addRoute', 'add extension'],
    ['workspace.back', 'back'],
  ],
  numbers: [
    ['list.open', 'open'],
    ['numbers.buy', 'buy'],
    ['routing.editRow', 'call routing'],
    ['numbers.addTag', 'tag'],
    ['list.select', 'select'],
    ['list.focusFilter', 'search'],
  ],
  purchase: [
    ['purchase.route', 'call routing'],
    ['list.open', 'choose'],
    ['purchase.choose', 'add'],
    ['purchase.confirm', 'buy'],
    ['numbers.buy', 'search again'],
    ['workspace.back', 'back'],
  ],
  number: [
    ['numbers.label', 'label'],
    ['numbers.addTag', 'tag'],
    ['numbers.remove', 'remove'],
    ['workspace.back', 'back'],
  ],
  live: [
    ['list.open', 'open'],
    ['live.note', 'note'],
    ['calls.addTag', 'tag'],
    ['callers.block', 'block'],
  ],
  review: [
    ['review.skip', 'skip'],
    ['review.return', 'previous'],
    ['recording.toggle', 'play'],
    ['calls.find', 'find'],
    ['workspace.back', 'back'],
  ],
  contact: [
    ['contacts.message', 'message'],
    ['contacts.create', 'new'],
    ['contacts.delete', 'delete'],
    ['workspace.back', 'back'],
  ],
  calls: [
    ['list.open', 'open'],
    ['list.focusFilter', 'search'],
    ['calls.markLead', 'lead'],
    ['calls.qualify', 'qualify'],
    ['calls.addNote', 'note'],
    ['list.select', 'select'],
  ],
  call: [
    ['recording.toggle', 'play'],
    ['calls.nextSegment', 'next segment'],
    ['calls.find', 'find'],
    ['calls.markLead', 'lead'],
    ['calls.qualify', 'qualify'],
    ['workspace.back', 'back'],
  ],
  greetings: [
    ['greetings.play', 'play'],
    ['list.open', 'open'],
    ['greetings.create', 'new'],
    ['greetings.delete', 'delete'],
  ],
  portForm: [
    ['porting.check', 'check portability'],
    ['workspace.back', 'back'],
  ],
  ports: [
    ['list.open', 'open'],
    ['porting.begin', 'port in'],
  ],
  templates: [
    ['list.open', 'open'],
    ['templates.create', 'new'],
    ['templates.remove', 'delete'],
  ],
  marketplace: [
    ['marketplace.list', 'list'],
    ['marketplace.unlist', 'unlist'],
    ['list.select', 'select'],
    ['list.focusFilter', 'search'],
  ],
  tags: [
    ['list.open', 'open'],
    ['tags.create', 'new'],
    ['tags.delete', 'delete'],
  ],
  customFields: [
    ['list.open', 'open'],
    ['customFields.create', 'new'],
    ['customFields.delete', 'delete'],
  ],
  blocks: [
    ['blocks.add', 'block'],
    ['blocks.remove', 'unblock'],
    ['list.select', 'select'],
    ['list.focusFilter', 'search'],
  ],
  notices: [
    ['notices.act', 'run'],
    ['notices.dismiss', 'dismiss'],
    ['list.select', 'select'],
    ['list.focusFilter', 'search'],
  ],
  list: [
    ['list.open', 'open'],
    ['list.select', 'select'],
    ['list.focusFilter', 'search'],
  ],
  workspace: [['workspace.back', 'back']],
};
const most = 6;

export interface Hint {
  /** The command. */
  readonly id: string;
  readonly word: string;
  readonly keys: string;
}

/** Lists the hints of this moment, then the key that lists all; where no single key works, the palette is the way to everything. */
export function hintsOf(keymap: EffectiveKeymap, registry: Registry, context: Context): Hint[] {
  const hint = (id: string, word: string): Hint[] => {
    const isIdle = (id === 'workspace.back' && !context.focus.canGoBack) || (id === 'list.open' && context.focus.rows?.rows.length === 0);
    const keys = isIdle ? undefined : keysHere(keymap, registry, context, id);
    return keys === undefined ? [] : [{ id, word, keys }];
  };
  const scope = context.focus.scopes.find((name) => Object.hasOwn(wanted, name)) ?? 'workspace';
  const here = (wanted[scope] ?? []).flatMap(([id, word]) => hint(id, word)).slice(0, most);
  const all = [...hint('keyline.help', 'all shortcuts'), ...hint('palette.open', 'all commands')].slice(0, 1);
  return [...here, ...all];
}
