/** The words all commands are written in: scopes, rows, the context a command is asked in, and what it answers. Data only; no React, no fetch. */

import type * as z from 'zod/mini';
import type { Activity } from '#contract/activity/entities.ts';
import type { CurrentUser } from '#contract/auth/entities.ts';
import type { BlockedCaller } from '#contract/blocks/entities.ts';
import type { LiveCall } from '#contract/calling/entities.ts';
import type { Call } from '#contract/calls/entities.ts';
import type { CompanySlim } from '#contract/companies/entities.ts';
import type { Contact, ContactFilter } from '#contract/contacts/entities.ts';
import type { Conversation, ConversationFilter, Item } from '#contract/conversations/entities.ts';
import type { Permission, Role } from '#contract/core/permissions.ts';
import type { CustomField } from '#contract/customFields/entities.ts';
import type { ForwardDestination } from '#contract/forwards/entities.ts';
import type { Greeting } from '#contract/greetings/entities.ts';
import type { MarketplaceNumber } from '#contract/marketplace/entities.ts';
import type { CommandRun, Keymap, Preferences } from '#contract/me/entities.ts';
import type { NumberFilter, PhoneNumber } from '#contract/numbers/entities.ts';
import type { PortRequest } from '#contract/porting/entities.ts';
import type { Offer } from '#contract/purchase/entities.ts';
import type { Tag } from '#contract/tags/entities.ts';
import type { NumberTemplate } from '#contract/templates/entities.ts';
import type { CallView } from '../calls/types.ts';
import type { CompanyRow } from '../companies/types.ts';
import type { ColumnView } from '../list/types.ts';
import type { ComposerView } from '../messaging/types.ts';
import type { NoticeRow } from '../notices/types.ts';
import type { FlowId } from './flows.ts';

/**
 * Where focus can be. The number is the priority: when one key is bound in two active scopes, the higher wins. Text entry outranks the rest:
 * single-character keys are dead in it. `text`, `dialog` and `palette` close the scopes beneath them to keys that type.
 */
export const scopes = {
  global: 0,
  workspace: 10,
  list: 20,
  activity: 30,
  companies: 30,
  contacts: 30,
  contact: 30,
  inbox: 30,
  conversation: 30,
  log: 30,
  notices: 30,
  numbers: 30,
  blocks: 30,
  purchase: 30,
  calls: 30,
  call: 30,
  review: 45,
  number: 30,
  tags: 30,
  customFields: 30,
  live: 30,
  routing: 30,
  simulator: 30,
  schedule: 30,
  greetings: 30,
  templates: 30,
  marketplace: 30,
  forwards: 30,
  greetingForm: 40,
  ports: 30,
  port: 30,
  portForm: 40,
  signin: 30,
  signup: 35,
  mfa: 35,
  code: 40,
  contactForm: 40,
  recording: 40,
  composer: 50,
  palette: 80,
  dialog: 90,
  text: 100,
} as const;

export type Scope = keyof typeof scopes;

/** Whether a string names a scope (`data-scope` in the page). */
export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name);

/** What a row of each kind is. */
export interface RowTypes {
  conversation: Conversation;
  contact: Contact;
  number: PhoneNumber;
  company: CompanyRow;
  activity: Activity;
  commandRun: CommandRun;
  item: Item;
  notice: NoticeRow;
  block: BlockedCaller;
  offer: Offer;
  call: Call;
  tag: Tag;
  customField: CustomField;
  liveCall: LiveCall;
  greeting: Greeting;
  port: PortRequest;
  template: NumberTemplate;
  listing: MarketplaceNumber;
  forward: ForwardDestination;
}

export type RowKind = keyof RowTypes;

/** What narrows a list, as a bulk call over "all that match" carries it. */
export interface RowFilters {
  conversation: z.output<typeof ConversationFilter>;
  contact: z.output<typeof ContactFilter>;
  number: z.output<typeof NumberFilter>;
  company: Record<string, never>;
  activity: Record<string, never>;
  commandRun: Record<string, never>;
  item: Record<string, never>;
  notice: Record<string, never>;
  block: Record<string, never>;
  offer: Record<string, never>;
  call: Record<string, never>;
  tag: Record<string, never>;
  customField: Record<string, never>;
  liveCall: Record<string, never>;
  greeting: Record<string, never>;
  port: Record<string, never>;
  template: Record<string, never>;
  listing: Record<string, never>;
  forward: Record<string, never>;
}

/**
 * What a command over rows acts on. `cursor`: the row under the cursor; `rows`: the selected ones, all loaded; `matching`: all that match
 * `filter`, of which `rows` are those loaded. `count` is the number shown and the number acted on (KEYS.md 10).
 */
export interface RowsOf<K extends RowKind> {
  readonly kind: K;
  readonly rows: readonly RowTypes[K][];
  readonly mode: 'cursor' | 'rows' | 'matching';
  readonly count: number;
  readonly filter?: RowFilters[K] | undefined;
}

export type RowSet = { [K in RowKind]: RowsOf<K> }[RowKind];

export type PaneKind =
  | 'inbox'
  | 'conversation'
  | 'contact'
  | 'contacts'
  | 'activity'
  | 'numbers'
  | 'companies'
  | 'log'
  | 'help'
  | 'keys'
  | 'notices'
  | 'blocks'
  | 'purchase'
  | 'calls'
  | 'call'
  | 'number'
  | 'tags'
  | 'customFields'
  | 'live'
  | 'routing'
  | 'simulator'
  | 'schedule'
  | 'greetings'
  | 'ports'
  | 'port'
  | 'templates'
  | 'template'
  | 'marketplace'
  | 'forwards';

/** A flow's state as commands see it: its dotted name, and for each event whether it is accepted and why not. */
export interface FlowView {
  readonly state: string;
  accepts(type: string): boolean;
  why(type: string): string | null;
}

/** What holds at one moment: everything a command may ask before it runs. A pure snapshot; made by the app, by hand in tests. */
export interface Context {
  readonly focus: {
    /** Innermost first, always ending in `global`. */
    readonly scopes: readonly Scope[];
    readonly pane: { readonly id: string; readonly kind: PaneKind; readonly title: string } | null;
    readonly rows: RowSet | null;
    /** Columns of the focused table, in order; empty when there is none. */
    readonly columns: readonly ColumnView[];
    /** There is something to back out of. */
    readonly canGoBack: boolean;
  };
  readonly user: CurrentUser | null;
  readonly company: { readonly id: number; readonly name: string; readonly role: Role; readonly timezone: string } | null;
  readonly companies: readonly CompanySlim[];
  readonly permissions: ReadonlySet<Permission>;
  /** The conversation, contact and item of the focused pane, else of the pane nearest to it. */
  readonly thread: Conversation | null;
  readonly contact: Contact | null;
  readonly item: Item | null;
  /** The text that a decision about an opt-out would be about: the item, where it waits for one, else the newest of its conversation that does. */
  readonly flagged: Item | null;
  /** The open call, what was noted on it, and where in its transcript one is. */
  readonly call: CallView | null;
  /** The number that is open in a pane of its own. */
  readonly number: PhoneNumber | null;
  readonly composer: ComposerView | null;
  /** Whether a recording is at hand, and whether it plays. */
  readonly recording: { readonly itemId: number; readonly isPlaying: boolean } | null;
  /** Panes open now, in reading order. */
  readonly panes: readonly { readonly id: string; readonly kind: PaneKind; readonly title: string }[];
  /** Names of the person's saved layouts, without `current`. */
  readonly layouts: readonly string[];
  /** The company's numbers, as far as loaded. */
  readonly numbers: readonly PhoneNumber[];
  /** They have been loaded: none listed are none there. */
  readonly areNumbersHere: boolean;
  /** The company's tags, as far as loaded. */
  readonly tags: readonly Pick<Tag, 'id' | 'name'>[];
  readonly flows: Readonly<Partial<Record<FlowId, FlowView>>>;
  readonly online: boolean;
  /** The installation plays its own outside world. */
  readonly sandbox: boolean;
  /** The installation speaks texts. */
  readonly speaks: boolean;
  /** Faxes are set up. */
  readonly faxes: boolean;
  /** The last command that changed something; `isFinal` where it has no undo. */
  readonly undoable: { readonly title: string; readonly isFinal: boolean } | null;
  readonly preferences: Preferences;
  readonly keymap: Keymap;
  /** Every command there is, for choosing one (changing its key). */
  readonly commands: readonly { readonly id: string; readonly title: string; readonly icon: string }[];
}
