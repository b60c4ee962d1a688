/** Readers of typed text that commands share; loaded after the commands, see `readers.ts`. */
export { formatCallQuery, parseCallQuery } from '#contract/text/callQuery.ts';
export { parseHours } from '#contract/text/hoursText.ts';
export { parseNumberSearch } from '#contract/text/numberSearch.ts';
export { parseSchedule } from '#contract/text/scheduleText.ts';
export { parseSendTime } from './parseSendTime.ts';
