/** Tools with which all data of a company's part of the world is made. */
import type { Clock } from './clock.ts';
import { formatActorName, type Person } from './people.ts';
import type { Random } from './random.ts';
import type { Collector, ContactRow, ConversationRow, ItemRow, NumberRow, TableName } from './rows.ts';

/** Wording the app itself uses for the line of a newest item and the text a search looks in: given by the loader, so that both always agree. */
export interface Wording {
  toLatest(item: Pick<ItemRow, 'id' | 'is_inbound' | 'body' | 'duration' | 'pages' | 'actor_name' | 'type' | 'delivery_state'> & LatestExtras): unknown;
  toSearch(recipient: string, contact: Pick<ContactRow, 'name' | 'company_name'> | null): string;
}
interface LatestExtras {
  readonly created_at: Date;
  readonly result: 'none' | 'answered' | 'missed' | 'voicemail' | 'blocked' | null;
  readonly ring_seconds: number | null;
  readonly answered_by: string | null;
}

/** Somebody who answers and writes. */
export interface Agent {
  readonly id: number | null;
  readonly name: string;
  readonly first: string;
  /** As calls name who picked up. */
  readonly short: string;
}

/** A company under construction. */
export interface Shop {
  readonly id: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly nextId: (table: TableName) => number;
  readonly rows: Collector;
  readonly wording: Wording;
  /** Agents who write, most active first. */
  readonly agents: readonly Agent[];
  /** Names of the people or systems that pick up a call. */
  readonly answerers: readonly string[];
  readonly city: string;
  /** Recorded calls are in one trade's words: whether they fit. */
  readonly records: boolean;
  /** Rows of `files` by storage key. */
  readonly files: Map<string, number>;
  /** Number of calls so far. */
  calls: number;
  /** Number of items in conversations so far. */
  threadItems: number;
}

/** A person as one who works a company. */
export const toAgent = (who: Person): Agent => ({
  id: who.id,
  name: formatActorName(who),
  first: who.firstName,
  short: `${who.firstName} ${who.lastName.charAt(0)}.`,
});

/** Input from which a thread is made. */
export interface ThreadPlan {
  readonly number: NumberRow;
  readonly recipient: string;
  readonly contact: ContactRow | null;
  /** When the last thing in it happened, in milliseconds. */
  readonly endsAt: number;
  readonly isArchived: boolean;
  readonly isBlocked?: boolean;
  /** Ends with something of theirs that nobody has seen. */
  readonly isUnread?: boolean;
  readonly marks?: Pick<ConversationRow, 'is_lead' | 'is_appointment'>;
}
