/** Fields of dynamic numbers and of integrations that no read tells as they were sent. */
import type { Excuse } from './excuse.ts';

export const excusesOfSources: readonly Excuse[] = [
  {
    does: 'fits its neighbours only: a value its source, numbers no other pool, a template its company',
    shownBy: 'server/dni.test.ts: every field is told as it was sent, and what is emptied reads empty',
    fields: ['dni.createPool', 'dni.updatePool'],
  },
  {
    does: 'is the page that is looked at',
    shownBy: 'server/dni.test.ts: says of a page whether it has the company’s script, and of an unreadable one no more than that it was not found',
    fields: ['dni.verifyScript'],
  },
  {
    does: 'says what a report is over, which it tells',
    shownBy: 'server/dni.test.ts: sum calls and visits by pool and source, in the exact words, and are listed',
    fields: ['dni.reportCalls'],
  },
  {
    does: 'lets events into a stream of Google Analytics, and is never read back; another stream needs its own',
    shownBy: 'server/integrations.test.ts: is added, listed without its secret, changed, turned off and deleted',
    fields: ['integrations.createGa4.apiSecret', 'integrations.updateGa4.apiSecret', 'integrations.updateGa4.measurementId'],
  },
  {
    does: 'is the count that was shown, which another one refuses',
    shownBy: 'server/integrations.test.ts: that was refused or not confirmed is sent again when a person says so, and by nobody else',
    fields: ['integrations.resendGa4.count', 'integrations.resendOAuth.count'],
  },
  {
    does: 'is what the vendor sent the browser back with: good once, and never read back',
    shownBy: 'server/teamChat.test.ts: is completed once: a state that is replayed, unknown, old, another session’s or another person’s connects nothing',
    fields: ['integrations.chatCallback'],
  },
  {
    does: 'is a channel of the vendor, which names it and is asked',
    shownBy: 'server/teamChat.test.ts: are chosen with what is posted: the vendor names them, a public one is joined, and each fault is told',
    fields: ['integrations.configureChat.channelId'],
  },
  {
    does: 'is a pipeline, stage or owner of the vendor, which names them and is asked; what is recorded is saved with them',
    shownBy: 'server/leadCrm.test.ts: comes from the vendor with all pages of owners, and each fault is told',
    fields: ['integrations.activateCrm', 'integrations.updateCrm.pipelineId', 'integrations.updateCrm.stageId', 'integrations.updateCrm.ownerId'],
  },
  {
    does: 'is an account of the vendor, which names it and is asked; what is told is saved with it',
    shownBy: 'server/googleAds.test.ts: comes from the vendor with its managers, and each fault is told',
    fields: ['integrations.activateGoogleAds'],
  },
  {
    does: 'is a pixel of the vendor with its account and conversion, which names them and is asked; what is told is saved with it',
    shownBy: 'server/metaAds.test.ts: comes from the vendor in all pages, and each fault is told',
    fields: ['integrations.activateMetaAds'],
  },
  {
    does: 'is an account or manager account of the vendor, which names it and is asked; a name that was shown is compared, and what is told is saved with it',
    shownBy: 'server/microsoftAds.test.ts: comes from the vendor with its manager accounts, and each fault is told',
    fields: ['integrations.activateMicrosoftAds'],
  },
];
