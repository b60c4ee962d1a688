/** Reads what the carrier says of a number that is put into a messaging service. */
import twilio from 'twilio';

/** Twilio's code of a number that is in another messaging service; it has the status of one that is in this. */
const inOtherService = 21_712;

/** Answers why a number is refused for good, in the carrier's words; null when it is there. Rejects with what another try may change. */
export async function readRefusal(request: Promise<unknown>): Promise<string | null> {
  try {
    await request;
    return null;
  } catch (error) {
    if (!(error instanceof twilio.RestException)) throw error;
    if (error.code === inOtherService || error.status === 400 || error.status === 422) return error.message;
    if (error.status === 409) return null;
    throw error;
  }
}
