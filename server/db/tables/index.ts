/** Row types of the database (migrations/*.sql), for Kysely, one file per area. Columns are snake_case; handlers turn rows into the contract's camelCase entities. */
export type { BatchesTable } from './batches.ts';
export type { CallResult, CallsTable } from './calls.ts';
export type { ContactsTable } from './contacts.ts';
export type { DeliveryStateName, ItemsTable, ItemTypeName, Latest, PagesStateName } from './conversations.ts';
export type { MessageAttemptsTable } from './messaging.ts';
export type { EavChoice } from './numbers.ts';

export type { PortRequestsTable } from './porting.ts';

/** All tables: one line for each area. */
export type Database = import('./auth.ts').AuthTables &
  import('./batches.ts').BatchTables &
  import('./blocks.ts').BlockTables &
  import('./calling.ts').CallingTables &
  import('./calls.ts').CallTables &
  import('./companies.ts').CompanyTables &
  import('./contacts.ts').ContactTables &
  import('./conversations.ts').ConversationTables &
  import('./exports.ts').ExportTables &
  import('./files.ts').FileTables &
  import('./me.ts').OwnTables &
  import('./messaging.ts').MessagingTables &
  import('./numbers.ts').NumberTables &
  import('./porting.ts').PortingTables &
  import('./realtime.ts').RealtimeTables;
