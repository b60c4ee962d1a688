/** The dashboard in an address: its report as a sentence. */
import * as z from 'zod/mini';
import { formatReportSentence, initialReportView, parseReportSentence, type ReportView } from '#contract/text/reportSentence.ts';
import { createViewAddress } from '../../panes/viewAddress.ts';
import { reportViews } from './reportViews.ts';

/** A sentence that reads; names of numbers and tags are looked up by the pane. */
const Sentence = z.optional(
  z.pipe(
    z.string().check(
      z.maxLength(2_000),
      z.refine((line) => parseReportSentence(line).ok),
    ),
    z.transform((line): ReportView => {
      const read = parseReportSentence(line);
      return read.ok ? read.value : initialReportView;
    }),
  ),
);

export const address = createViewAddress({
  views: reportViews,
  initial: initialReportView,
  params: z.object({ q: Sentence }),
  write: (view) => ({ q: formatReportSentence(view) }),
  read: ({ q = initialReportView }) => q,
});
