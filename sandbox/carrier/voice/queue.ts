/** A caller in a queue, as `<Enqueue>` says: hears what the wait address says until a phone, or the app, fetches the caller out of it. */
import { parseVerbs, type Verb } from '../twiml.ts';
import type { DialResult } from './dial.ts';
import { HungUpError, type OngoingCall, RedirectedError } from './world.ts';

/** Waits, talks, and goes on with what the app says next. */
export async function enqueue(line: OngoingCall, { text, attributes }: Verb): Promise<DialResult> {
  const { context } = line;
  const { queueSid, position, waiting } = context.switchboard.joinQueue(text, line);
  const joined = context.getSeconds();
  const toQueueFields = (result: string) => ({ QueueSid: queueSid, QueueTime: String(Math.round(context.getSeconds() - joined)), QueueResult: result });
  const postQueueResult = async (result: string) => (attributes.action === undefined ? null : line.postEvent(attributes.action, toQueueFields(result)));
  if (attributes.waitUrl !== undefined) {
    const place = { QueueSid: queueSid, QueuePosition: String(position), QueueTime: '0', AvgQueueTime: '0', CurrentQueueSize: String(position) };
    const [sound] = parseVerbs((await line.postEvent(attributes.waitUrl, place)) ?? '').filter(({ name }) => name === 'Play' || name === 'Say');
    line.music = sound?.text ?? null;
  }
  try {
    const exit = await line.waitFor(waiting.exited);
    if (exit.kind === 'redirected') {
      await postQueueResult('redirected');
      return { twiml: await line.postEvent(exit.url, {}) };
    }
    const started = line.seconds;
    line.outcome = 'answered';
    try {
      await line.waitFor(context.waitSeconds(line.script.talkSeconds, exit.phoneEnded));
    } finally {
      exit.onTalked(Math.round(line.seconds - started));
    }
    return { twiml: await postQueueResult('bridged') };
  } catch (error) {
    if (error instanceof HungUpError) {
      context.switchboard.leaveQueue(waiting);
      await postQueueResult(line.outcome === 'answered' ? 'bridged' : 'hangup');
    }
    if (error instanceof RedirectedError) {
      context.switchboard.leaveQueue(waiting);
      await postQueueResult(line.outcome === 'answered' ? 'redirected-from-bridged' : 'redirected');
    }
    throw error;
  }
}
