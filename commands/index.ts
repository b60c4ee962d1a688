/** All commands of the product, area by area: the one visible place. A new area adds its list here. */
import { activityCommands } from './activity/commands.ts';
import { authCommands } from './auth/commands.ts';
import { signinCommands } from './auth/signin.ts';
import { staffCommands } from './auth/staff.ts';
import { blockCommands } from './blocks/commands.ts';
import { callingCommands } from './calling/commands.ts';
import { callCommands } from './calls/commands.ts';
import { callFilterCommands } from './calls/filters.ts';
import { callMarkCommands } from './calls/marks.ts';
import { reviewCommands } from './calls/review.ts';
import { companyListCommands } from './companies/commands.ts';
import { companyCommands } from './companies/switch.ts';
import { contactCommands } from './contacts/commands.ts';
import { conversationCommands } from './conversations/commands.ts';
import { threadCommands } from './conversations/items.ts';
import { startCommands } from './conversations/start.ts';
import { createRegistry, type Registry } from './core/registry.ts';
import { customFieldCommands } from './customFields/commands.ts';
import { exportCommands } from './exports/commands.ts';
import { faxCommands } from './faxes/commands.ts';
import { forwardCommands } from './forwards/commands.ts';
import { greetingCommands } from './greetings/commands.ts';
import { keylineCommands } from './keyline/commands.ts';
import { listCommands } from './list/commands.ts';
import { callerCommands } from './lookups/commands.ts';
import { marketplaceCommands } from './marketplace/commands.ts';
import { personCommands } from './me/commands.ts';
import { messageCommands } from './messaging/commands.ts';
import { noticeCommands } from './notices/commands.ts';
import { numberCommands } from './numbers/commands.ts';
import { numberEditCommands } from './numbers/edits.ts';
import { numberTriggerCommands } from './numbers/triggers.ts';
import { paletteCommands } from './palette/commands.ts';
import { portingCommands } from './porting/commands.ts';
import { purchaseCommands } from './purchase/commands.ts';
import { routingCommands } from './routing/commands.ts';
import { sandboxCommands } from './sandbox/commands.ts';
import { scheduleCommands } from './schedule/commands.ts';
import { tagCommands } from './tags/commands.ts';
import { templateCommands } from './templates/commands.ts';
import { workspaceCommands } from './workspace/commands.ts';
import { goCommands } from './workspace/go.ts';

const areas = [
  paletteCommands,
  goCommands,
  conversationCommands,
  threadCommands,
  startCommands,
  messageCommands,
  faxCommands,
  contactCommands,
  activityCommands,
  callFilterCommands,
  callCommands,
  callMarkCommands,
  reviewCommands,
  exportCommands,
  greetingCommands,
  scheduleCommands,
  portingCommands,
  callerCommands,
  numberCommands,
  numberEditCommands,
  numberTriggerCommands,
  tagCommands,
  customFieldCommands,
  routingCommands,
  templateCommands,
  forwardCommands,
  marketplaceCommands,
  callingCommands,
  blockCommands,
  purchaseCommands,
  companyCommands,
  companyListCommands,
  listCommands,
  workspaceCommands,
  personCommands,
  staffCommands,
  signinCommands,
  authCommands,
  keylineCommands,
  noticeCommands,
  sandboxCommands,
] as const;

/** Every command, by id. Throws when two share an id or a title. */
export const registry: Registry = createRegistry(areas);
