/** Phone dialogues for transcripts: an opening, one or two matters, an end. `<` is our side, `>` the caller; `= desk outcome` begins a matter. */
export const openings = `
< Good morning, {company}, this is {agent}. How can I help?
< {company}, {agent} speaking.
< Thank you for calling {company}. My name is {agent}, what can I do for you?
< Hello, this is {agent} at {company}.
`;

export const matters = `
= sales opportunity
> Hi, I saw the {color} {model} on your website. Is it still there?
< Let me look. Yes, it came in {day} and nobody has put a deposit on it.
> And the price is really {price}?
< That is before plates and taxes. I can send you the whole number in writing.
> Please do. Does the extended warranty come with it?
< The extended warranty is extra, about {small} for three years, and it moves with the car if you sell it.
= sales appt_booked
> I would like to drive the {model} before I decide.
< Of course. How about {when}?
> That works. Do I need to bring anything?
< Just your license. I will have it washed and out front.
= sales opportunity
> What would you give me for my {trade}?
< From here I would say between {low} and {high}. If you bring it by I can tell you in fifteen minutes.
> It had a small accident once, all repaired.
< Thanks for saying so. That moves it by a few hundred, not by thousands.
= sales get_back_commitment
> What would the monthly payment be on the {model}?
< With {small} down over sixty months you are at about {monthly} a month.
> And with a lease?
< A lease would be lower, but you hand it back after three years. Shall I run both and call you back?
> Yes, call me back {day}, please.
= sales not_opportunity
> I bought somewhere else in the end, I only wanted to let you know.
< Thank you for telling us. May I ask what made the difference?
> They had the {color} one in stock, that is all.
= credit get_back_commitment
> I applied for financing last week and did not hear anything.
< Give me a moment to find it. The bank asked for one more pay slip.
> I can send that tonight. What happens then?
< Usually we have an answer within a day. I will call you myself.
= service appt_booked
> My {model} needs an oil change, and there is a noise when I brake.
< We can do both. The oil change is {oil}, and we look at the brakes for free.
> How soon can I come in?
< I have {when}. You can wait here, it takes about an hour.
> Book me in, please.
= service opportunity
> The check engine light came on this morning. Can I still drive?
< If it does not blink you can drive here. If it blinks, please stop and we send a tow truck.
> It is steady. Is that covered by the warranty?
< If it is the sensor, then yes. We will know when we read the code.
= service unknown
> Is my car ready? I dropped it off {day}.
< It is on the lift now. The part came late, I am sorry about that.
> So when can I pick it up?
< By five today. We will text you as soon as it is washed.
= service opportunity
> I got a letter about a recall on the airbag.
< Yes, that one is free and takes about two hours. You get a shuttle ride if you like.
> A shuttle would be great, I work downtown.
= parts parts_ordered
> Do you have a {part} for a {model}?
< Not on the shelf, but I can have it here {day}. It is {small}.
> Then order it, please. Do I pay now?
< You pay when you pick it up at the parts counter.
= body_shop opportunity
> Somebody backed into me in a parking lot. The bumper is cracked.
< I am sorry to hear that. Was anybody hurt? Good. Send us two photos and we write an estimate today.
> And the insurance?
< We bill them directly. You only pay the deductible.
= rentals appt_booked
> I need a rental while my car is with you.
< We keep a few here. A small one is thirty nine a day, and the insurance is included.
> Fine, from {day} on.
= admin unknown
> Can you connect me with accounting? It is about an invoice.
< They are at lunch until one. Shall I have them call you back?
> No, I will try again this afternoon.
= quick_lube unknown
> How long is the line at the quick lube right now?
< Two cars. About twenty five minutes.
> Then I will come over.
= sales vehicle_ordered
> We talked about the hybrid. I have decided, please order it.
< Wonderful. The same {color}, with the towing package?
> Yes, and the winter wheels.
< Then it is eight to ten weeks. I send you the order to sign within the hour.
= hr unknown
> I am calling about the job as a technician. Is it still open?
< It is. Do you have your certificates at hand?
> Two of them, yes. I can send everything by mail.
`;

export const endings = `
> That was all, thank you. < You are welcome. Have a good day.
> Thanks for your help. < Any time. Goodbye.
> Great, see you then. < See you then, {first}.
< Is there anything else I can do for you? > No, thank you, goodbye.
`;
