/** The keymap to ship (KEYS.md): one document of all bindings, and the presets as changes to it. Data only. */
import { callOutcomes } from '#contract/calls/enums.ts';
import type { ArgText } from '../core/outcome.ts';
import type { Scope } from '../core/types.ts';
import type { Condition } from './conditions.ts';

/**
 * A key for a command. It works where `scope` is in focus and `when` holds; in text entry only if it says so, and beneath an open palette or
 * dialog only with `anywhere`.
 */
export interface Binding {
  readonly keys: string;
  readonly command: string;
  readonly scope: Scope;
  readonly when?: Condition;
  readonly in?: 'text' | 'anywhere';
  readonly args?: ArgText;
}

const on = (scope: Scope, keys: Readonly<Record<string, string>>): Binding[] => Object.entries(keys).map(([key, command]) => ({ keys: key, command, scope }));

const everywhere: readonly Binding[] = [
  { keys: 'mod+k', command: 'palette.open', scope: 'global', in: 'anywhere' },
  { keys: 'f1', command: 'palette.open', scope: 'global', in: 'anywhere' },
  { keys: 'mod+shift+o', command: 'company.switch', scope: 'workspace', in: 'text', when: 'isMember' },
  { keys: 'mod+shift+o', command: 'company.actIn', scope: 'workspace', in: 'text', when: 'isVisitor' },
  { keys: 'g g', command: 'company.switch', scope: 'workspace', when: 'isMember' },
  { keys: 'g g', command: 'company.actIn', scope: 'workspace', when: 'isVisitor' },
  { keys: 'escape', command: 'workspace.back', scope: 'workspace', in: 'text' },
  { keys: 'f6', command: 'workspace.nextPane', scope: 'workspace', in: 'text' },
  { keys: 'shift+f6', command: 'workspace.previousPane', scope: 'workspace', in: 'text' },
  ...on('global', { '>': 'palette.commands', '?': 'keyline.help' }),
  ...on('workspace', { u: 'workspace.back', z: 'keyline.undo', 'mod+z': 'keyline.undo', '.': 'palette.actions' }),
  { keys: 'mod+z', command: 'keyline.undo', scope: 'composer', in: 'text', when: 'isEmpty' },
  ...Array.from({ length: 9 }, (_, at): Binding => ({ keys: `mod+${at + 1}`, command: 'company.pinned', scope: 'workspace', args: { place: String(at + 1) } })),
];

const going = on('workspace', {
  'g i': 'go.inbox',
  'g a': 'go.activity',
  'g c': 'go.calls',
  'g t': 'go.greetings',
  'g e': 'go.templates',
  'g k': 'go.marketplace',
  'g f': 'go.forwards',
  'g s': 'go.schedule',
  'g o': 'go.contacts',
  'g n': 'go.numbers',
  'g b': 'go.blocks',
  'g v': 'go.live',
  'g p': 'go.companies',
  'g h': 'go.log',
  'g q': 'person.leaveImpersonation',
});

const workspace = on('workspace', {
  'w v': 'workspace.splitRight',
  'w h': 'workspace.splitDown',
  'w q': 'workspace.closePane',
  'w z': 'workspace.zoom',
  'w =': 'workspace.even',
  'w w': 'workspace.nextPane',
  'w arrowleft': 'workspace.focusLeft',
  'w arrowright': 'workspace.focusRight',
  'w arrowup': 'workspace.focusUp',
  'w arrowdown': 'workspace.focusDown',
  'w shift+arrowleft': 'workspace.growLeft',
  'w shift+arrowright': 'workspace.growRight',
  'w shift+arrowup': 'workspace.growUp',
  'w shift+arrowdown': 'workspace.growDown',
});

const list = on('list', {
  j: 'list.next',
  arrowdown: 'list.next',
  k: 'list.previous',
  arrowup: 'list.previous',
  home: 'list.home',
  end: 'list.end',
  'mod+home': 'list.first',
  'mod+end': 'list.last',
  arrowright: 'list.nextCell',
  arrowleft: 'list.previousCell',
  pagedown: 'list.pageDown',
  pageup: 'list.pageUp',
  enter: 'list.open',
  o: 'list.open',
  space: 'list.peek',
  x: 'list.select',
  'shift+space': 'list.select',
  'shift+j': 'list.extendDown',
  'shift+arrowdown': 'list.extendDown',
  'shift+k': 'list.extendUp',
  'shift+arrowup': 'list.extendUp',
  'mod+a': 'list.selectLoaded',
  '* a': 'list.selectMatching',
  '* n': 'list.selectNone',
  '/': 'list.focusFilter',
});

const inbox: readonly Binding[] = (['inbox', 'conversation'] as const).flatMap((scope): Binding[] => [
  { keys: 'e', command: 'conversations.archive', scope, when: 'isOpen' },
  { keys: 'e', command: 'conversations.restore', scope, when: 'isArchived' },
  ...on(scope, {
    ']': 'conversations.archiveNext',
    '[': 'conversations.archivePrevious',
    'shift+i': 'conversations.markRead',
    'shift+u': 'conversations.markUnread',
    '#': 'conversations.deleteMessages',
    c: 'conversations.start',
    r: 'messages.reply',
    'shift+c': 'notes.write',
    '!': 'callers.block',
    s: 'calls.markLead',
    'shift+s': 'calls.markAppointment',
  }),
]);

const conversation: readonly Binding[] = [
  ...on('inbox', { f: 'conversations.filter' }),
  ...on('conversation', {
    n: 'conversations.nextItem',
    p: 'conversations.previousItem',
    ';': 'conversations.expandAll',
    ':': 'conversations.collapseAll',
    'shift+y': 'messages.confirmOptOut',
    'shift+n': 'messages.dismissOptOut',
  }),
  { keys: 'space', command: 'recording.toggle', scope: 'conversation', when: 'hasRecording' },
  ...on('recording', { space: 'recording.toggle' }),
  { keys: 'space', command: 'recording.toggle', scope: 'call', when: 'hasRecording' },
  { keys: 'mod+enter', command: 'messages.send', scope: 'composer', in: 'text', when: 'isReply' },
  { keys: 'mod+enter', command: 'notes.save', scope: 'composer', in: 'text', when: 'isNote' },
  { keys: 'mod+shift+enter', command: 'messages.sendAndDone', scope: 'composer', in: 'text' },
];

const contacts: readonly Binding[] = [
  ...(['contacts', 'contact'] as const).flatMap((scope): Binding[] =>
    on(scope, { c: 'contacts.create', r: 'contacts.message', '#': 'contacts.delete', '!': 'callers.block' }),
  ),
  { keys: 'mod+enter', command: 'contacts.save', scope: 'contactForm', in: 'text' },
  ...on('contacts', { f: 'contacts.search' }),
  ...on('activity', { f: 'activity.search', '!': 'callers.block' }),
  ...on('blocks', { c: 'blocks.add', r: 'conversations.startWith', '#': 'blocks.remove', f: 'blocks.search' }),
  ...on('numbers', { f: 'numbers.search', c: 'numbers.buy', '#': 'numbers.remove', l: 'numbers.addTag', t: 'routing.editRow', y: 'routing.copyHours' }),
  ...on('number', { '#': 'numbers.remove', l: 'numbers.addTag' }),
  ...on('tags', { c: 'tags.create', '#': 'tags.delete' }),
  ...on('templates', { c: 'templates.create', '#': 'templates.remove' }),
  ...on('marketplace', { c: 'marketplace.list', '#': 'marketplace.unlist' }),
  ...on('customFields', { c: 'customFields.create', '#': 'customFields.delete' }),
  ...on('purchase', { c: 'numbers.buy', '/': 'numbers.buy' }),
  { keys: 't', command: 'purchase.route', scope: 'purchase', when: 'hasBought' },
  { keys: 'enter', command: 'purchase.route', scope: 'purchase', when: 'hasBought' },
  { keys: 'mod+enter', command: 'purchase.confirm', scope: 'purchase', in: 'text' },
  ...on('live', { '!': 'callers.block', 'shift+c': 'live.note', l: 'calls.addTag' }),
  ...on('routing', { t: 'routing.editLine', c: 'routing.addRoute' }),
  { keys: 'mod+enter', command: 'routing.save', scope: 'routing', in: 'text' },
  ...on('notices', { '#': 'notices.dismiss' }),
];

const calls: readonly Binding[] = [
  ...on('greetings', { c: 'greetings.create', space: 'greetings.play', '#': 'greetings.delete' }),
  { keys: 'mod+enter', command: 'greetings.save', scope: 'greetingForm', in: 'text' },
  ...on('ports', { c: 'porting.begin' }),
  { keys: 'mod+enter', command: 'porting.check', scope: 'portForm', in: 'text' },
  ...(['calls', 'call'] as const).flatMap((scope): Binding[] =>
    on(scope, {
      s: 'calls.markLead',
      'shift+s': 'calls.markAppointment',
      'shift+c': 'calls.addNote',
      q: 'calls.qualify',
      l: 'calls.addTag',
      '!': 'callers.block',
    }),
  ),
  ...on('calls', { f: 'calls.search', v: 'review.start', r: 'conversations.startWith' }),
  ...on('review', { ']': 'review.skip', '[': 'review.return' }),
  ...callOutcomes.map((outcome, at): Binding => ({ keys: String(at + 1), command: 'review.judge', scope: 'review', args: { outcome } })),
  ...on('call', { n: 'calls.nextSegment', p: 'calls.previousSegment', enter: 'calls.playSegment', '/': 'calls.find', r: 'calls.openConversation' }),
];

/** Around signing in: `code` is the field of the six digits, `mfa` all of that step, `signup` the pages beside it. */
const signin: readonly Binding[] = [
  { keys: 'tab', command: 'login.recovery', scope: 'code', in: 'anywhere' },
  { keys: 'escape', command: 'login.cancelMfa', scope: 'mfa', in: 'anywhere' },
  { keys: 'escape', command: 'login.open', scope: 'signup', in: 'anywhere' },
];

/** Keyline's own keys. */
export const defaultBindings: readonly Binding[] = [
  ...everywhere,
  ...signin,
  ...going,
  ...workspace,
  ...list,
  ...inbox,
  ...conversation,
  ...calls,
  ...contacts,
];

/** Changes of a preset: command → its keys; none takes them away. */
export type Overrides = Readonly<Record<string, readonly string[]>>;

/** Fingers that come from elsewhere. `none` leaves what every program has: arrows, Enter, Escape, the palette. */
export const presetOverrides: Readonly<Record<'keyline' | 'superhuman' | 'linear', Overrides>> = {
  keyline: {},
  superhuman: {
    'workspace.back': ['escape'],
    'conversations.restore': ['shift+e'],
    'conversations.markUnread': ['u'],
    'notes.write': ['m'],
  },
  linear: {
    'workspace.back': ['escape'],
    'conversations.archive': ['backspace'],
    'conversations.restore': ['backspace'],
    'conversations.markUnread': ['u'],
    'company.switch': ['o w', 'mod+shift+o'],
    'list.open': ['enter'],
  },
};
