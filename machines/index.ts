/** All flows by name: what the command registry, the panes, the tests and the diagrams go through. */
import * as batch from './batch/index.ts';
import * as companySwitch from './companySwitch/index.ts';
import * as login from './login/index.ts';
import * as outgoingMessage from './outgoingMessage/index.ts';
import * as palette from './palette/index.ts';
import * as passwordReset from './passwordReset/index.ts';
import * as realtime from './realtime/index.ts';

/** flowId → machine, the events a person may send, and why one is refused. */
export const flows = { login, passwordReset, companySwitch, outgoingMessage, batch, realtime, palette } as const;

export { type FlowError, toFlowError } from './errors.ts';
export { getStateName, isIn } from './state.ts';
