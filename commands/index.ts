/** All commands of the product, area by area: the one visible place. A new area adds its list here. */
import { activityCommands } from './activity.ts';
import { authCommands } from './auth.ts';
import { blockCommands } from './blocks.ts';
import { callerCommands } from './callers.ts';
import { callFilterCommands } from './callFilters.ts';
import { callingCommands } from './calling.ts';
import { callMarkCommands } from './callMarks.ts';
import { callCommands } from './calls.ts';
import { companyListCommands } from './companies.ts';
import { companyCommands } from './company.ts';
import { contactCommands } from './contacts.ts';
import { conversationCommands } from './conversations.ts';
import { customFieldCommands } from './customFields.ts';
import { exportCommands } from './exports.ts';
import { faxCommands } from './faxes.ts';
import { forwardCommands } from './forwards.ts';
import { goCommands } from './go.ts';
import { greetingCommands } from './greetings.ts';
import { keylineCommands } from './keyline.ts';
import { listCommands } from './list.ts';
import { marketplaceCommands } from './marketplace.ts';
import { messageCommands } from './messages.ts';
import { noticeCommands } from './notices.ts';
import { numberEditCommands } from './numberEdits.ts';
import { numberCommands } from './numbers.ts';
import { numberTriggerCommands } from './numberTriggers.ts';
import { paletteCommands } from './palette.ts';
import { personCommands } from './person.ts';
import { portingCommands } from './porting.ts';
import { purchaseCommands } from './purchase.ts';
import { createRegistry, type Registry } from './registry.ts';
import { reviewCommands } from './review.ts';
import { routingCommands } from './routing.ts';
import { sandboxCommands } from './sandbox.ts';
import { scheduleCommands } from './schedule.ts';
import { signinCommands } from './signin.ts';
import { staffCommands } from './staff.ts';
import { startCommands } from './start.ts';
import { tagCommands } from './tags.ts';
import { templateCommands } from './templates.ts';
import { threadCommands } from './thread.ts';
import { workspaceCommands } from './workspace.ts';

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
