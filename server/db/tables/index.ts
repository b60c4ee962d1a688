/** Row types of the database (migrations/*.sql), for Kysely, one file per area. Columns are snake_case; handlers turn rows into the contract's camelCase entities. */
import type { AuthTables } from './auth.ts';
import type { BatchTables } from './batches.ts';
import type { BlockTables } from './blocks.ts';
import type { CallingTables } from './calling.ts';
import type { CallTables } from './calls.ts';
import type { CompanyTables } from './companies.ts';
import type { ContactTables } from './contacts.ts';
import type { ConversationTables } from './conversations.ts';
import type { ExportTables } from './exports.ts';
import type { FileTables } from './files.ts';
import type { OwnTables } from './me.ts';
import type { MessagingTables } from './messaging.ts';
import type { NumberTables } from './numbers.ts';
import type { PortingTables } from './porting.ts';
import type { RealtimeTables } from './realtime.ts';

export type { BatchesTable } from './batches.ts';
export type { CallResult, CallsTable } from './calls.ts';
export type { ContactsTable } from './contacts.ts';
export type { DeliveryStateName, ItemsTable, ItemTypeName, Latest, PagesStateName } from './conversations.ts';
export type { MessageAttemptsTable } from './messaging.ts';
export type { EavChoice } from './numbers.ts';

export type { PortRequestsTable } from './porting.ts';

export interface Database
  extends AuthTables,
    BatchTables,
    BlockTables,
    CallingTables,
    CallTables,
    CompanyTables,
    ContactTables,
    ConversationTables,
    ExportTables,
    FileTables,
    OwnTables,
    MessagingTables,
    NumberTables,
    PortingTables,
    RealtimeTables {}
