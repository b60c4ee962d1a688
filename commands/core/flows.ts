/** Flows that commands speak to, and what a person may send to each. */

import type { UserEvent as BatchEvent } from '#machines/batch/index.ts';
import type { UserEvent as SwitchEvent } from '#machines/companySwitch/index.ts';
import type { UserEvent as GreetingEvent } from '#machines/greetingEdit/index.ts';
import type { UserEvent as LoginEvent } from '#machines/login/index.ts';
import type { UserEvent as PurchaseEvent } from '#machines/numberPurchase/index.ts';
import type { UserEvent as MessageEvent } from '#machines/outgoingMessage/index.ts';
import type { UserEvent as PaletteEvent } from '#machines/palette/index.ts';
import type { UserEvent as ResetEvent } from '#machines/passwordReset/index.ts';
import type { UserEvent as PortEvent } from '#machines/portIn/index.ts';
import type { UserEvent as RealtimeEvent } from '#machines/realtime/index.ts';
import type { UserEvent as ReviewEvent } from '#machines/reviewRun/index.ts';
import type { UserEvent as RoutingEvent } from '#machines/routingEdit/index.ts';

/** Events of a person, by flow. A new flow is added here, and `commands/core/eventTriggers.ts` then asks for a command for each of its events. */
export interface FlowEvents {
  login: LoginEvent;
  passwordReset: ResetEvent;
  companySwitch: SwitchEvent;
  outgoingMessage: MessageEvent;
  batch: BatchEvent;
  realtime: RealtimeEvent;
  palette: PaletteEvent;
  numberPurchase: PurchaseEvent;
  reviewRun: ReviewEvent;
  routingEdit: RoutingEvent;
  greetingEdit: GreetingEvent;
  portIn: PortEvent;
}

export type FlowId = keyof FlowEvents;

/** The event types of a flow. */
export type FlowEventType<F extends FlowId> = FlowEvents[F]['type'];
