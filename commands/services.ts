/** What commands do things with; all of it is provided by the app, and played by tests. Each area keeps its own interface in `<area>.services.ts`. */
import type { Keymap, Preferences } from '#contract/me/entities.ts';
import type { ActivityServices } from './activity.services.ts';
import type { AuthServices } from './auth.services.ts';
import type { BlockServices } from './blocks.services.ts';
import type { CallerServices } from './callers.services.ts';
import type { CallingServices } from './calling.services.ts';
import type { CallServices } from './calls.services.ts';
import type { ClipboardServices } from './clipboard.services.ts';
import type { CompanyListServices } from './companies.services.ts';
import type { ComposerServices } from './composer.services.ts';
import type { ContactServices } from './contacts.services.ts';
import type { ConversationServices } from './conversations.services.ts';
import type { ExportServices } from './exports.services.ts';
import type { FaxServices } from './faxes.services.ts';
import type { FlowEvents, FlowId } from './flows.ts';
import type { ForwardServices } from './forwards.services.ts';
import type { GreetingServices } from './greetings.services.ts';
import type { LogServices } from './log.services.ts';
import type { LookupServices } from './lookup.services.ts';
import type { MarketplaceServices } from './marketplace.services.ts';
import type { NoteServices } from './notes.services.ts';
import type { NotificationServices } from './notifications.services.ts';
import type { CustomFieldServices, NumberServices, TagServices } from './numbers.services.ts';
import type { PortingServices } from './porting.services.ts';
import type { PurchaseServices } from './purchase.services.ts';
import type { RecordingServices } from './recording.services.ts';
import type { RoutingServices } from './routing.services.ts';
import type { SandboxServices } from './sandbox.services.ts';
import type { ScheduleServices } from './schedule.services.ts';
import type { SessionServices } from './session.services.ts';
import type { TableHandle } from './table.services.ts';
import type { TemplateServices } from './templates.services.ts';
import type { ArgText, Outcome, Source } from './types.ts';
import type { PaneServices } from './workspace.services.ts';

/** What a command that reaches the server answers: words for the notice, and how to take it back. Rejects with the refusal's words. */
export type Done = Promise<Outcome>;

/** A notice (LOOKS.md): `danger` stays 10 s, others 5 s, unless `hideAfter` (ms) says so. The wording is the contract's where it has it. */
export interface NewNotice {
  readonly tone: 'success' | 'info' | 'danger';
  readonly title?: string;
  /** Lines are parted by newlines. */
  readonly message: string;
  readonly hideAfter?: number;
  /** What it is about, for as long as that lasts: its end takes the notice off the screen. */
  readonly cause?: 'connection' | 'company';
  /** It is about the person, or the window, and stays with them in any company. */
  readonly isOwn?: boolean;
  /** What can be done about it. `command` is the one that does it, so that its key is shown as it is now; aborting `until` withdraws the offer. */
  readonly action?: { readonly title: string; readonly command?: string; readonly until?: AbortSignal; readonly onAct: () => void };
}
export interface NoticeServices {
  show(notice: NewNotice): void;
  dismiss(): void;
  dismissAll(): void;
  /** Takes these out of the log, and off the screen. */
  remove(ids: readonly number[]): void;
  /** Does what a notice offers. */
  act(id: number): void;
}

/** What the palette opens with: a query, or a command whose arguments it asks for. */
export interface PaletteOpening {
  readonly query?: string;
  /** Shows only what acts on the rows in focus. */
  readonly onRows?: boolean;
  readonly command?: { readonly id: string; readonly args?: ArgText; readonly source?: Source };
  /** Opens with this as soon as the command has run. */
  readonly next?: PaletteOpening;
}
export interface PaletteServices {
  open(opening?: PaletteOpening): void;
  close(): void;
  isOpen(): boolean;
}

/** Keys and preferences: kept on the server, applied at once. */
export interface PreferenceServices {
  save(changes: Partial<Preferences>): Done;
  saveKeymap(keymap: Keymap): Done;
}

/** The remap screen of `src/keys`: asks for a key, shows what it clashes with, and saves. */
export interface KeyServices {
  showHelp(): void;
  record(commandId: string): void;
}

export interface Services {
  /** Stands in the words of an unknown error (MSG-006). */
  readonly supportEmail: string;
  readonly panes: PaneServices;
  /** The focused table, or the nearest; null when no list is open. */
  readonly table: TableHandle | null;
  readonly notices: NoticeServices;
  readonly flows: { send<F extends FlowId>(flow: F, event: FlowEvents[F]): void };
  readonly palette: PaletteServices;
  readonly keys: KeyServices;
  /** Goes to a page of the app: a path such as `/inbox`. */
  navigate(path: string): void;
  readonly preferences: PreferenceServices;
  readonly lookup: LookupServices;
  readonly session: SessionServices;
  readonly auth: AuthServices;
  readonly conversations: ConversationServices;
  readonly contacts: ContactServices;
  readonly activity: ActivityServices;
  readonly numbers: NumberServices;
  readonly tags: TagServices;
  readonly customFields: CustomFieldServices;
  readonly blocks: BlockServices;
  readonly purchase: PurchaseServices;
  readonly calls: CallServices;
  readonly calling: CallingServices;
  readonly routing: RoutingServices;
  readonly exports: ExportServices;
  readonly greetings: GreetingServices;
  readonly templates: TemplateServices;
  readonly marketplace: MarketplaceServices;
  readonly forwards: ForwardServices;
  readonly schedule: ScheduleServices;
  readonly porting: PortingServices;
  readonly callers: CallerServices;
  readonly companies: CompanyListServices;
  readonly clipboard: ClipboardServices;
  readonly notes: NoteServices;
  readonly notifications: NotificationServices;
  readonly composer: ComposerServices;
  readonly faxes: FaxServices;
  readonly recording: RecordingServices;
  readonly sandbox: SandboxServices;
  readonly log: LogServices;
  /** The dispatcher, for the commands about commands. */
  readonly commands: { undo(): Promise<unknown>; again(runId: number): Promise<unknown> };
}
