/** What commands do things with; all of it is provided by the app, and played by tests. Each area keeps its own interface in `<area>.services.ts`. */

import type { ActivityServices } from '../activity/types.ts';
import type { SessionServices } from '../auth/session.ts';
import type { AuthServices } from '../auth/types.ts';
import type { BlockServices } from '../blocks/types.ts';
import type { CallingServices } from '../calling/types.ts';
import type { CallServices } from '../calls/types.ts';
import type { CompanyListServices } from '../companies/types.ts';
import type { ContactServices } from '../contacts/types.ts';
import type { RecordingServices } from '../conversations/recording.ts';
import type { ConversationServices } from '../conversations/types.ts';
import type { CustomFieldServices } from '../customFields/types.ts';
import type { ExportServices } from '../exports/types.ts';
import type { FaxServices } from '../faxes/types.ts';
import type { ForwardServices } from '../forwards/types.ts';
import type { GreetingServices } from '../greetings/types.ts';
import type { ClipboardServices, KeyServices } from '../keyline/types.ts';
import type { TableHandle } from '../list/types.ts';
import type { LogServices } from '../log/types.ts';
import type { CallerServices } from '../lookups/types.ts';
import type { MarketplaceServices } from '../marketplace/types.ts';
import type { PreferenceServices } from '../me/types.ts';
import type { ComposerServices } from '../messaging/types.ts';
import type { NoteServices } from '../notes/types.ts';
import type { NoticeServices } from '../notices/types.ts';
import type { NotificationServices } from '../notifications/types.ts';
import type { NumberServices } from '../numbers/types.ts';
import type { PaletteServices } from '../palette/types.ts';
import type { PortingServices } from '../porting/types.ts';
import type { PurchaseServices } from '../purchase/types.ts';
import type { RoutingServices } from '../routing/types.ts';
import type { SandboxServices } from '../sandbox/types.ts';
import type { ScheduleServices } from '../schedule/types.ts';
import type { LookupServices } from '../search/types.ts';
import type { TagServices } from '../tags/types.ts';
import type { TemplateServices } from '../templates/types.ts';
import type { PaneServices } from '../workspace/types.ts';
import type { FlowEvents, FlowId } from './flows.ts';

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
