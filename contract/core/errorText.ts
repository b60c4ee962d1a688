/** Turns a failed reply into the words of the error catalogue (spec 1.8, 2.8). */
import { messages, nothingHere, unauthenticated } from './messages.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Flattens messages as replies carry them: a string, a list, or an object of lists (RULE-248). */
function listMessages(value: unknown): string[] {
  if (isText(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(listMessages);
  if (!isRecord(value)) return [];
  const { title, detail, message } = value;
  const named = [detail, message, title].find(isText);
  return named === undefined ? Object.values(value).flatMap(listMessages) : [named];
}

/** Lists `title: detail` pairs of the errors that have both. One of ours that only repeats the message of its reply is left out. */
function listPairs(body: Readonly<Record<string, unknown>>): string[] {
  if (!Array.isArray(body.errors)) return [];
  return body.errors.flatMap((item: unknown) => {
    if (!isRecord(item) || !isText(item.title) || !isText(item.detail)) return [];
    const isRepeated = isText(item.code) && item.code === body.code && item.detail === body.message;
    return isRepeated ? [] : [`${item.title}: ${item.detail}`];
  });
}

/** Joins the words of a reply's body by newlines: pairs where errors have title and detail, else its messages. Empty when it has none. */
function joinBody(body: Readonly<Record<string, unknown>>): string {
  const pairs = listPairs(body);
  if (pairs.length > 0) return pairs.join('\n');
  const given = [body.messages, body.message, body.errors].map(listMessages).find((list) => list.length > 0) ?? [];
  return given.join('\n');
}

/** A refusal of our own server, which says more than its status: only those have all of this. */
const isOurs = (body: Readonly<Record<string, unknown>>): boolean => isText(body.code) && isText(body.message) && Array.isArray(body.errors);

/** Returns the words a person reads for a failed reply, whoever sent it; never empty. */
export function getReplyText(status: number, body: unknown, supportEmail: string): string {
  const read = isRecord(body) ? body : {};
  if (status === 401) return isOurs(read) && isText(read.message) && read.message !== unauthenticated ? read.message : messages.notAuthorized;
  if (status === 429) return messages.tooManyRequests;
  const hasMessages = 'messages' in read;
  // Whatever else a 500 says was not written for a person.
  const isReadable = status === 500 ? hasMessages : status < 500 || hasMessages || isOurs(read);
  const words = isReadable ? joinBody(status === 500 ? { messages: read.messages } : read) : '';
  if (words !== '') return words;
  if (status === 404) return nothingHere;
  return hasMessages || status === 400 || status === 403 || status === 422 ? messages.unknownError : messages.unknown(supportEmail);
}
