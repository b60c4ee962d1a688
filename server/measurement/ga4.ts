/**
 * Google Analytics by its Measurement Protocol: `POST /mp/collect?measurement_id&api_secret`, which answers 204 to anything, and its twin under `/debug`, which says
 * what is wrong with an event and checks no secret. The secret stands in the address as the wire has it: addresses of these requests are never logged.
 */
import * as z from 'zod/mini';
import { isBeforeFirstByte, parseRetryAfterMs } from '../carrier/http.ts';
import type { Measurement, MeasurementEvent, MeasurementOutcome, Stream } from './measurement.ts';

/** Milliseconds Google has to answer. */
export const measurementTimeoutMs = 8_000;
/** Until an event that did not arrive is tried again. */
const retryMs = 5_000;
const maxMessages = 10;
const maxLetters = 200;

const Validation = z.object({
  validationMessages: z._default(
    z.array(z.object({ fieldPath: z.optional(z.string()), description: z._default(z.string(), ''), validationCode: z.optional(z.string()) })),
    [],
  ),
});

/** Body of an event on Google's wire. */
const toBody = ({ clientId, userId, at, name, params }: MeasurementEvent) => ({
  client_id: clientId,
  ...(userId === null ? {} : { user_id: userId }),
  timestamp_micros: at.getTime() * 1_000,
  events: [{ name, params: { engagement_time_msec: 1, ...params } }],
});

/** Makes the adapter. */
export function createGa4({ baseUrl }: { readonly baseUrl: string }): Measurement {
  const post = (path: string, { measurementId, apiSecret }: Stream, body: object) =>
    fetch(`${baseUrl}${path}?${new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(measurementTimeoutMs),
    });
  return {
    async check(stream, event) {
      const answer = await post('/debug/mp/collect', stream, { ...toBody(event), validation_behavior: 'ENFORCE_RECOMMENDATIONS' });
      if (!answer.ok) throw new Error(`Google Analytics answered ${answer.status}`);
      const read = Validation.safeParse(await answer.json().catch(() => null));
      if (!read.success) throw new Error('Google Analytics sent an answer that can’t be read');
      return read.data.validationMessages.slice(0, maxMessages).map(({ fieldPath, description, validationCode }) => {
        const words = description || validationCode || 'Not accepted';
        return (fieldPath ? `${fieldPath}: ${words}` : words).slice(0, maxLetters);
      });
    },
    async collect(stream, event) {
      try {
        const answer = await post('/mp/collect', stream, toBody(event));
        return toOutcome(answer);
      } catch (error) {
        if (isBeforeFirstByte(error)) return { kind: 'unsent', reason: 'Google Analytics can’t be reached', afterMs: retryMs };
        return { kind: 'unknown', reason: 'Google Analytics didn’t answer' };
      }
    },
  };
}

function toOutcome(answer: Response): MeasurementOutcome {
  const { status } = answer;
  if (answer.ok) return { kind: 'accepted' };
  if (status === 429) return { kind: 'unsent', reason: 'Google Analytics asks to slow down', afterMs: parseRetryAfterMs(answer) };
  const reason = `Google Analytics answered ${status}`;
  return status >= 500 ? { kind: 'unknown', reason } : { kind: 'refused', reason };
}
