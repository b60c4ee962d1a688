/** Readers of typed text that commands share; loaded after the commands, see `readers.ts`. */

export { formatCallQuery, parseCallQuery } from '#contract/text/callQuery.ts';
export { parseRule } from '#contract/text/callRule.ts';
export { isDay } from '#contract/text/day.ts';
export { parseHours } from '#contract/text/hoursText.ts';
export { parseNumberSearch } from '#contract/text/numberSearch.ts';
export { parseReportSentence } from '#contract/text/reportSentence.ts';
export { parseSchedule } from '#contract/text/scheduleText.ts';
export { parseSendTime } from './parseSendTime.ts';
