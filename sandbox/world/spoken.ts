/** Recorded speech: voicemails by topic and recorded calls in two voices. No speaker gives a name, so that a recording fits any caller. */

/** A recording the demo world can play. `seconds` is its exact length in the file store. */
export interface Recording {
  /** Key of its bytes in the file store. */
  readonly key: string;
  /** Spoken words, turn by turn; a voicemail has one turn. */
  readonly turns: readonly string[];
  readonly seconds: number;
}

/** A voicemail with what it is about. */
interface Voicemail extends Recording {
  readonly topic: string;
}

const voicemailLines = `
service|Hi, it's about my car, it's been making a whistling sound on the highway. Can you call me back?
service|Hello, just checking whether my car is ready. I can pick it up any time before six.
service|Hi there, I'd like to book an oil change for next week. Mornings are best for me. Thanks.
service|Hi, I got a letter about a recall. Is there something I need to do? Please call me back.
service|Hey, the warning light came back on, the one you fixed last month. I'm a little worried, please call.
service|Hi, I'm just checking whether the loaner is still available for Thursday. Thank you.
service|Hello, I left my sunglasses in the loaner car. Could somebody have a look? Thanks so much.
service|Returning your call about the brakes. Yes, please go ahead with all four. Bye.
service|Hi, I need to move my appointment, something came up at work. Any day next week is fine.
service|Good morning, my battery is dead and I have to be at work by nine. Can you send somebody?
sales|Hi, I saw the blue one on your site. Is it still there? I'd love to come and see it today.
sales|Hello, I'm calling about the truck with the tow package. What would it be per month?
sales|Hi, just checking whether the loan went through. I'm at work until five, then on my cell.
sales|Hey, I want to talk about the trade-in offer. I think it should be a little higher. Call me.
sales|Hi, do you have anything that seats seven, under thirty thousand? Please give me a call.
sales|Hello, we were in on Saturday. We talked it over, and we'd like to go ahead with the white one.
sales|Hi, is the test drive tomorrow still on? I might be ten minutes late. See you then.
sales|I'm calling about the ad on the radio, the zero percent one. How long does that run?
sales|Hi, I have my letter from the bank now. Where should I send it?
sales|Hello, I was wondering if you deliver to Reno. If so, I'm very interested. Thank you.
parts|Hi, calling about the invoice from last week. One of the filters is on it twice.
parts|Hello, did my mirror come in yet? You said Tuesday. Thanks, bye.
parts|Hi, I need a second key. How much is that, and how long does it take?
parts|Hey, do you carry roof racks for the wagon? Let me know, I can pick it up today.
parts|Hi, the floor mats you sent are for the wrong year. How do I return them?
billing|Hi, calling about the invoice from last month. I think we paid it twice. Please call me back.
billing|Hello, this is about our account. Could you send the statement again? It never arrived.
billing|Hi, I'd like to pay by card over the phone. I'm here all afternoon.
body|Hi, somebody scratched my door in the parking lot. Can I come by for an estimate?
body|Hello, my insurance says you never got the photos. I've sent them again just now.
body|Just checking on the bumper. No rush, but I'd love to have the car for the weekend.
general|Hi, sorry I missed your call. I'm free now, or any time after three. Talk soon.
general|Returning your call about my appointment. Try me again, I have my phone with me. Thanks.
general|Hello, I have a quick question. Nothing urgent, just call me when you have a minute.
general|Hi, could you call me back please? It's about what we discussed yesterday. Thank you.
general|Hey, it's me again. We keep missing each other. A text is fine too.
general|Hello, I'd like to make an appointment for next week. Mornings if possible. Thank you, bye.
general|Hi, I think I have the wrong number on your card. Is this the office? Please call back.
general|Good afternoon, I wanted to say thank you. Everything went perfectly. Have a great day.
general|Hi, I'm running late, about fifteen minutes. I hope that's all right. See you soon.
`;

const callLines = `
Northwind Motors, how can I help?|Hi, I saw the blue one on your site. Is it still there?|It is. Would you like to come and drive it?|Yes. I also have a car to trade in.|Great, bring it along and we will value it. What kind of car is it?|A hatch, from twenty nineteen, with about forty thousand miles. It has new tires, and there is a small scratch on the back door.|That is fine. It takes us fifteen minutes, and the offer is good for a week.|Sounds good. And is the price on the site the final price?|It is, before tax and plates.|Perfect, I'll text you a time. Thanks!
Service desk, good morning.|Hi, my car is due for service. Do you have anything on Thursday?|Nine fifteen or two o'clock.|Nine fifteen, please. Do you have a shuttle?|We do. You're all set for nine fifteen.|Thank you, bye.
Parts counter.|Hello, has my order come in?|Let me check. Yes, it arrived this morning.|Great, I'll be there before six.|It will be at the desk under your name.
Northwind Motors, sales.|I'm calling about the ad. What is the monthly payment?|It depends on the down payment. Shall we run the numbers?|Sure, say three thousand down.|Then it's about four hundred and ten a month.|That sounds fair. Can I come in tomorrow?|Tomorrow at eleven works.
Fleet desk, hello.|Hi, we need four white vans with partitions.|Six weeks from order. I can send you a quote today.|Please do, and add the service plan.|Will do. You'll have it within the hour.
Body shop, how can I help?|Somebody backed into me. How long would a bumper take?|About four days with paint. Is it drivable?|Yes, just ugly.|Then bring it by, and we'll write an estimate.
Good afternoon, Northwind Motors.|Hello, can you transfer me to service, please?|Of course, one moment. May I ask what it's about?|The check engine light came on again.|All right, I'll put you through.
Hi, this is Northwind, returning your call.|Oh great. It's about the loan. Did it go through?|It did, this morning. You're approved.|Wonderful! What happens next?|You sign, and you drive. Twenty minutes.|See you at five then.
Service desk.|Hi, I'd like to move my appointment to next week.|No problem. Tuesday or Wednesday?|Wednesday morning.|Wednesday at eight it is. Have a good day.
Good morning, how can I help you?|I just want to know your opening hours.|Seven thirty to six on weekdays, and eight to five on Saturday.|And Sunday?|Sales only, eleven to five.|Thank you very much.
`;

const voicemailSeconds = [7, 6, 8, 7, 8, 6, 7, 6, 7, 7, 7, 6, 7, 7, 7, 7, 7, 6, 5, 7, 6, 6, 6, 6, 6, 7, 7, 6, 6, 6, 6, 7, 7, 6, 7, 6, 8, 7, 7, 7];
const callSeconds = [42, 18, 12, 20, 15, 14, 15, 18, 12, 15];

const lines = (text: string) => text.trim().split('\n');
const getKey = (kind: string, index: number) => `demo/${kind}-${String(index + 1).padStart(2, '0')}.wav`;

/** Every voicemail of the world. */
export const voicemails: readonly Voicemail[] = lines(voicemailLines).map((line, index) => {
  const [topic = '', text = ''] = line.split('|');
  return { key: getKey('voicemail', index), topic, turns: [text], seconds: voicemailSeconds[index] ?? 0 };
});

/** Every recorded call of the world; we speak first. */
export const recordedCalls: readonly Recording[] = lines(callLines).map((line, index) => ({
  key: getKey('call', index),
  turns: line.split('|'),
  seconds: callSeconds[index] ?? 0,
}));

/** The words of a voicemail. */
export const formatTranscript = (voicemail: Voicemail): string => voicemail.turns.join(' ');

/** Samples a second of every recording: mono, 16 bits. */
export const sampleRate = 8_000;
/** Bytes of a recording's file: its samples behind the header of a WAV file. */
export const computeBytes = (recording: Recording): number => 44 + recording.seconds * sampleRate * 2;
