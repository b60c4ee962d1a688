/** Every flow, by name: one line each. For tests and diagrams; the app imports each flow where it is used. */

export * as batch from './batch/index.ts';
export * as call from './call/index.ts';
export * as companySwitch from './companySwitch/index.ts';
export * as contactEdit from './contactEdit/index.ts';
export * as contactImport from './contactImport/index.ts';
export * as greetingEdit from './greetingEdit/index.ts';
export * as login from './login/index.ts';
export * as numberPurchase from './numberPurchase/index.ts';
export * as outgoingMessage from './outgoingMessage/index.ts';
export * as palette from './palette/index.ts';
export * as passwordReset from './passwordReset/index.ts';
export * as portIn from './portIn/index.ts';
export * as realtime from './realtime/index.ts';
export * as reviewRun from './reviewRun/index.ts';
export * as routingEdit from './routingEdit/index.ts';
