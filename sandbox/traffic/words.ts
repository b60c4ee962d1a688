/** Texts customers write and say. Short, plain, fit for any business. */

/** A first text of somebody new. */
export const openers: readonly string[] = [
  'Hi, are you open on Saturday?',
  'Hello, I saw your ad. Do you have anything free this week?',
  'Hi! How much is it roughly, and how long does it take?',
  'Can you call me back this afternoon? Any time after 3 works.',
  'Hey, I filled in the form on your site yesterday, just checking you got it.',
  'Is my order ready for pickup?',
  'Hi, I need to move my appointment to next week if possible.',
  'Do you take walk-ins or do I need to book?',
  'Good morning, who do I talk to about an invoice?',
  'Hi, quick question, do you do estimates over the phone?',
  'Hello, I was referred by a friend. Are you taking new customers?',
  'Running about 10 minutes late, sorry!',
  'What is the best address to come to?',
  'Could you send me the details again? I cannot find the email.',
  'Thanks for the help today, everybody was great.',
];

/** Answers by what the other side wrote; the first whose pattern matches is used. */
const answers: readonly { readonly to: RegExp; readonly with: readonly string[] }[] = [
  { to: /\b(thank|thanks|welcome)\b/i, with: ['Thank you! Have a good one.', 'Appreciate it.', 'No problem, thanks for getting back so fast.'] },
  {
    to: /\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today|tonight)\b/i,
    with: ['That works for me. What time?', 'Perfect, put me down for that.', 'Hmm, could we do the day after?'],
  },
  {
    to: /\b\d{1,2}(:\d\d)?\s?(am|pm)\b/i,
    with: ['Great, see you then.', 'That time is good. Do I need to bring anything?', 'Could we make it half an hour later?'],
  },
  {
    to: /\$|\b(price|cost|quote|estimate|invoice)\b/i,
    with: ['Ok, that sounds fair.', 'Does that include tax?', 'A bit more than I hoped, let me think about it.'],
  },
  {
    to: /\b(call|phone|ring)\b/i,
    with: ['Sure, call me any time before 6.', 'I am in a meeting, text is easier right now.', 'Yes please, this number is best.'],
  },
  { to: /\b(sorry|apolog)/i, with: ['No worries, it happens.', 'All good, thanks for telling me.'] },
  { to: /\?\s*$/, with: ['Yes, that is right.', 'I think so, let me check and get back to you.', 'No, not yet.', 'Yes please!'] },
  { to: /https?:\/\//i, with: ['Got it, opening it now.', 'The link works, thank you.'] },
];
const fallback: readonly string[] = ['Sounds good.', 'Ok, thank you!', 'Great, thanks for letting me know.', 'Perfect.', 'Got it.'];

/** Returns the possible answers of a customer to a text. */
export function listAnswers(text: string): readonly string[] {
  return answers.find(({ to }) => to.test(text))?.with ?? fallback;
}

/** Words said after the tone. */
export const voicemails: readonly string[] = [
  'Hi, sorry I missed you. I am calling about the estimate you sent. Please call me back when you get a chance. Thanks.',
  'Hello, I would like to book an appointment for next week. Mornings are best for me. Thank you, bye.',
  'Hey, just returning your call. I am free for the next hour or so. Talk soon.',
  'Good afternoon, I have a question about my last invoice. It looks like something is on it twice. Could you call me back?',
  'Hi, I am running a little late, about fifteen minutes. I hope that is all right. See you soon.',
  'Hello, a friend gave me your number. I wanted to ask whether you are taking new customers. Thank you.',
];
