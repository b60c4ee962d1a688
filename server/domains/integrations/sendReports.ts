/** Reports calls to a lead CRM: each at its contact, leads as deals. */
import { crmKinds } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { anonymous } from '../../phone.ts';
import type { Services } from '../../services.ts';
import type { CrmReceipt, CrmReport, CrmSettings } from '../../vendors/leadCrm.ts';
import { createCallUrl, formatLine, readCallSubject } from './callSubject.ts';
import type { conversionsSend } from './jobs.ts';
import { type Lane, runLane } from './lane.ts';

/** A report with the place it goes to. */
interface Task {
  readonly settings: CrmSettings;
  readonly report: CrmReport;
}

/** Sends what is due at a lead CRM (`runLane`). */
export async function sendReports(services: Services, job: NonNullable<typeof conversionsSend.given>): Promise<void> {
  const { leadCrm, config } = services;
  if (leadCrm === null) return;
  const lane: Lane<Task, CrmReceipt> = {
    provider: 'lead-crm',
    hours: integrationLimits.crmHours,
    staleReason: `Older than ${integrationLimits.crmHours / 24} days, so it wasn’t recorded`,
    emptyReason: 'There is nothing to record',
    isReceipt: (receipt) => 'object' in receipt,
    isChosen: ({ settings }) => settings !== null,
    prepare: async ({ kind: counted, callId }, { settings }) => {
      const kind = crmKinds.find((each) => each === counted);
      const subject = await readCallSubject(callId);
      if (!subject || kind === undefined || settings === null || !('pipelineId' in settings)) return null;
      const { recipient, contact, startedAt, result, duration, value } = subject;
      const report: CrmReport = {
        kind,
        phone: recipient === anonymous ? null : recipient,
        contact,
        line: formatLine(subject),
        startedAt,
        seconds: result === 'answered' ? (duration ?? 0) : null,
        value,
        url: createCallUrl(subject, config.publicUrl),
      };
      return { settings, report };
    },
    most: 1,
    send: (accessToken, tasks) => Promise.all(tasks.map(({ settings, report }) => leadCrm.report(accessToken, settings, report))),
    withdraw: (accessToken, receipt) => leadCrm.withdraw(accessToken, receipt),
  };
  return runLane(services, job, lane);
}
