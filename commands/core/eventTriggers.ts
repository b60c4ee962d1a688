/** How a person sends each event of each flow. A mapped type: a flow's event without an entry does not compile (DESIGN.md section 4). */
import type { FlowEventType, FlowId } from './flows.ts';

/**
 * - `command`: a command sends it; the palette, a key and the tests' driver reach it by the command's title.
 * - `field`: typing into the field with this `data-field` sends it.
 * - `palette`: it is a step of the palette itself.
 */
export type Exposure =
  | { readonly command: string }
  | { readonly field: string }
  | { readonly palette: 'open' | 'close' | 'type' | 'choose' | 'back' | 'enter' | 'skip' };

export const exposed: { readonly [F in FlowId]: { readonly [E in FlowEventType<F>]: Exposure } } = {
  login: {
    'email.typed': { field: 'email' },
    'password.typed': { field: 'password' },
    'password.submitted': { command: 'login.submit' },
    'provider.chosen': { command: 'login.provider' },
    'provider.abandoned': { command: 'login.abandonProvider' },
    'code.typed': { field: 'code' },
    'code.submitted': { command: 'login.submitCode' },
    'recovery.chosen': { command: 'login.recovery' },
    'authenticator.chosen': { command: 'login.authenticator' },
    'mfa.cancelled': { command: 'login.cancelMfa' },
    'account.changed': { command: 'login.changeAccount' },
    'impersonation.left': { command: 'person.leaveImpersonation' },
    'signout.chosen': { command: 'session.signOut' },
  },
  passwordReset: {
    'email.typed': { field: 'email' },
    'link.requested': { command: 'reset.request' },
    'password.typed': { field: 'password' },
    'password.submitted': { command: 'reset.submit' },
    'link.renewed': { command: 'reset.renew' },
  },
  companySwitch: {
    'company.chosen': { command: 'company.switch' },
    'refresh.retried': { command: 'company.retry' },
  },
  outgoingMessage: {
    'text.typed': { field: 'message' },
    'media.attached': { command: 'messages.attach' },
    'media.removed': { command: 'messages.removeMedia' },
    'message.submitted': { command: 'messages.send' },
    'message.finished': { command: 'messages.sendAndDone' },
    'message.scheduled': { command: 'messages.schedule' },
    'message.undone': { command: 'messages.takeBack' },
    'message.resent': { command: 'messages.resend' },
    'message.abandoned': { command: 'messages.abandon' },
  },
  greetingEdit: {
    'greeting.opened': { command: 'greetings.create' },
    'name.typed': { field: 'greetingName' },
    'content.typed': { field: 'greetingWords' },
    'voice.chosen': { command: 'greetings.voice' },
    'file.chosen': { command: 'greetings.chooseFile' },
    'file.dropped': { command: 'greetings.dropFile' },
    'preview.requested': { command: 'greetings.preview' },
    'greeting.submitted': { command: 'greetings.save' },
    'greeting.closed': { command: 'greetings.close' },
  },
  portIn: {
    'port.opened': { command: 'porting.begin' },
    'detail.typed': { field: 'portNumbers' },
    'numbers.checked': { command: 'porting.check' },
    'rest.accepted': { command: 'porting.accept' },
    'draft.revised': { command: 'porting.revise' },
    'document.chosen': { command: 'porting.letter' },
    'documents.finished': { command: 'porting.finish' },
    'port.confirmed': { command: 'porting.confirm' },
    'port.retried': { command: 'porting.retry' },
    'port.renewed': { command: 'porting.renew' },
    'port.closed': { command: 'porting.close' },
  },
  reviewRun: {
    'run.started': { command: 'review.start' },
    'outcome.given': { command: 'review.judge' },
    'call.skipped': { command: 'review.skip' },
    'call.returned': { command: 'review.return' },
    'run.finished': { command: 'review.finish' },
    'run.retried': { command: 'review.retry' },
    'run.undone': { command: 'review.undo' },
    'run.closed': { command: 'review.close' },
  },
  batch: { 'batch.dismissed': { command: 'batch.dismiss' } },
  routingEdit: {
    'line.typed': { field: 'routing' },
    'hours.typed': { field: 'hours' },
    'route.added': { command: 'routing.addRoute' },
    'route.removed': { command: 'routing.removeRoute' },
    'route.switched': { command: 'routing.switchConfirm' },
    'number.switched': { command: 'routing.switchRecording' },
    'routing.saved': { command: 'routing.save' },
    'routing.discarded': { command: 'routing.discard' },
    'routing.reloaded': { command: 'routing.reload' },
  },
  realtime: { 'connection.retried': { command: 'connection.retry' } },
  numberPurchase: {
    'search.typed': { field: 'search' },
    'category.chosen': { command: 'purchase.category' },
    'type.chosen': { command: 'purchase.type' },
    'search.submitted': { command: 'purchase.search' },
    'offers.chosen': { command: 'purchase.choose' },
    'choice.revised': { command: 'purchase.revise' },
    'purchase.confirmed': { command: 'purchase.confirm' },
    'purchase.retried': { command: 'purchase.retry' },
    'others.chosen': { command: 'purchase.others' },
    'purchase.renewed': { command: 'purchase.renew' },
  },
  palette: {
    'palette.opened': { command: 'palette.open' },
    'palette.closed': { palette: 'close' },
    'query.typed': { palette: 'type' },
    'command.chosen': { palette: 'choose' },
    'unblocker.chosen': { palette: 'enter' },
    'argument.typed': { palette: 'type' },
    'argument.picked': { palette: 'choose' },
    'argument.submitted': { palette: 'enter' },
    'argument.skipped': { palette: 'skip' },
    'step.undone': { palette: 'back' },
    'review.accepted': { palette: 'enter' },
    'run.retried': { palette: 'enter' },
  },
};
