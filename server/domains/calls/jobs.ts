/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Transcribes a recording: that of a call, or a voicemail. */
export const recordingTranscribe = job<{ readonly companyId: number; readonly fileId: number }>('recording.transcribe', {
  workers: 1,
  batch: 2,
  retries: 400,
  lookSeconds: 5,
});
