/** An item that is added to a conversation. */

import type { Updateable } from 'kysely';
import type { ItemsTable, PagesStateName } from './tables.ts';

/** An item to be added. `conversationId` null: it stands in the activity list only. Times are instants; `duration` seconds. */
export interface NewItem {
  readonly conversationId: number | null;
  readonly numberId: number;
  readonly recipient: string;
  readonly type: ItemsTable['type'];
  readonly isInbound: boolean;
  readonly createdAt: Date;
  /** Absent: what comes in is unread, what goes out is read. */
  readonly isRead?: boolean;
  readonly clientId?: string | null;
  readonly actor?: { readonly id: number; readonly name: string } | null;
  readonly callId?: number | null;
  readonly noteId?: number | null;
  readonly body?: string | null;
  readonly deliveryState?: DeliveryState | null;
  readonly errorCode?: string | null;
  readonly segments?: number;
  readonly sendAt?: Date | null;
  /** The kind and time of the request for a message (`createMessage.ts`). */
  readonly sendAsked?: string | null;
  readonly duration?: number | null;
  readonly pages?: number | null;
  readonly pagesState?: PagesStateName;
  readonly carrierSid?: string | null;
  readonly optOutReview?: 'open' | null;
  /** Rows of `files`, in order. */
  readonly mediaFileIds?: readonly number[];
}

type DeliveryState = NonNullable<Updateable<ItemsTable>['delivery_state']>;
