/** Every flow: those of the first screen, and those that come later or run on the server alone. For tests and diagrams; the app imports each where it is used. */
import * as call from './call/index.ts';
import * as greetingEdit from './greetingEdit/index.ts';
import { flows } from './index.ts';
import * as numberPurchase from './numberPurchase/index.ts';
import * as portIn from './portIn/index.ts';
import * as reviewRun from './reviewRun/index.ts';
import * as routingEdit from './routingEdit/index.ts';

export const allFlows = { ...flows, call, greetingEdit, numberPurchase, portIn, reviewRun, routingEdit } as const;
