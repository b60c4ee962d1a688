/** Dialogues with customers of the workshop, the parts counter, the body shop and the fleet desk. Written as in sales.ts. */
export const workshopScripts = `
= service
> Hi, my {model} makes a grinding noise when I brake
< That sounds like pads. When did it start?
> Last week, only in the morning
< We can look at it {when}. Pads for all four are {small} if that’s what it is.
> {When} works
< Booked. There’s a shuttle if you need a ride to work.

= service
(answered)
< Your {model} is booked for {when}. It takes about two hours; the lounge has Wi-Fi and coffee.
> Can I bring it in the evening before?
< Of course. Park anywhere on the left and drop the key in the box.

= service
< Hi {first}, your {model} is ready. The total is {small}. We’re here until 6.
> That was quick! On my way
< Keys are at the desk under your name.
> Do you take Apple Pay
< We do.

= service
(voicemail service)
< Got your message, {first}. The earliest we have is {when}. Does that suit you?
> Can I bring it in Saturday before noon?
< Saturday at 9:15 is open. I’ve put you in.
> Great thank you

= service
(missed)
(called)
# Explained the recall. Parts here {day}.
< Hi {first}, as promised: the recall repair is free and takes 90 minutes. {When}?
> ok
< See you then. You’ll get a reminder the day before.

= service
> Is the warranty still valid?
< Which car is it?
> {trade}, bought it from you
< Powertrain is covered to 100,000 miles, so yes. What’s happening with it?
> Check engine light since yesterday
< Bring it in {when} and we’ll read it out at no charge.

= service
< Hi {first}, we looked at your {model}: front pads at 2 mm, rotors still good. Pads and labor are {small}. Shall we go ahead?
> Yes go ahead
< Will do. Done by 4.
# Approved by text.
< All done. See you whenever it suits you before 6.

= service
> Do I need an appointment for an oil change?
< No, express lane is open 7:30 to 5. About 35 minutes.
> And the price?
< {oil} with synthetic, wash included.

= service
(answered)
> Forgot to ask, can you check the tire pressure light too?
< Added to the order.
< It was a nail in the rear left. Patched, no charge.
> You guys are the best

= service
> I’m running 15 min late, sorry
< No problem, {first}. We’ll keep the bay for you.
> Thanks! Traffic on the 101

= service
(voicemail service)
(called)
# Picked up the loaner question. No loaner before {day}.
< Hi {first}, a loaner is free from {day}. Want me to hold one?
> Yes please, small one is fine
< Held. Please bring your insurance card.

= service
> My appointment is {when} but I can’t make it
< Thanks for telling us. What about {day} at the same time?
> {day} is fine
< Moved. Have a good one!

= service
(answered)
# Upset about the wait on {day}. Offered a free detail.
< Again, sorry for the wait, {first}. The detail is booked with your next visit, on us.
> Thank you for making it right

= service
> Are you able to fix the AC on a {trade}?
< We are. A check with refill is {oil}; if it’s the compressor we call before doing anything.
> How long
< Same day if you’re here by 9.
> Ok {day} then
< You’re in for {day}, 8:40.

= parts
> Do you have wiper blades for a {model}?
< In stock, {oil} a pair, and we fit them while you wait.
> Can I pick up today
< Until 6 at the counter.

= parts
(answered)
# Order {code}: {part} for the {model}.
< The {part} is ordered, {first}. It should be here {day}.
> Thanks
< The part came in this morning.
> I’ll be there at lunch

= parts
> Part number {code}, how much?
< That’s the {part}: {small}, two days to get it.
> A bit more than online
< Send me the link and I’ll see what I can do. Ours has a two-year warranty.
> Ok order it please
< Done. We’ll text when it lands.

= parts
(voicemail parts)
< Got your message. Yes, the {part} fits the {model} from that year. Want us to set one aside?
> Yes, will come {when}

= parts
(missed)
< Sorry we missed you. Parts counter here, what do you need?
> A second key for my {model}
< {small} with programming. Bring the registration and your license, takes 30 minutes.

= fleet
(answered)
# Three units due for service next week. Send the schedule.
< Here is the schedule for your vans: one each morning, {day} first, back by 3.
> Works for us. Can you invoice all three together?
< One invoice at the end of the week, net 30.
> Perfect

= fleet
> Need a price for four {model}s, white, with partitions
< With partitions and floor mats we’re at {price} a unit. Lead time six weeks.
> Can you do better on four?
< On four I can take {oil} off each and include the first service.
> Send it in writing please
< Sent to your email just now.
(fax 2)
# Signed order came by fax.

= fleet
(called)
< Good talking to you. The quote for the fleet plan is in your inbox.
> Got it. Forwarding to accounting
(fax 3)
< Got the signed agreement, thank you. You’re all set from the 1st.

= fleet
> Unit 14 has a flat at the depot in {city}. Can somebody come
< Mobile tech is 40 minutes out. Is the spare on board?
> yes
< Good. He’ll call from the gate.
(answered)
> All sorted, thanks

= fleet
< Invoice attached for last month’s services, {first}. Four units, {price} in total.
> Unit 9 was not us
< You’re right, that was booked on the wrong account. Corrected invoice is on its way.
> Thank you
< Invoice attached

= body
> Someone backed into me. Can I get an estimate from photos?
< Sure, send three: straight on, from the side, and the plate.
> Will do after work
< Got them. Between {low} and {high} without hidden damage. Which insurer?
> Not going through insurance
< Then come by {when} and we can look underneath.

= body
(answered)
< Claim {code} is approved, {first}. Drop-off is {when} and a rental is waiting for you.
> How many days
< Six working days, mostly paint.
> ok

= body
< Quick update on your {model}: bumper is painted, assembly tomorrow, ready {day}.
> Great, thanks for the update
< You’re welcome. We’ll text when the keys are at the desk.

= body
> We can take two more this week
< Thank you. I’ll send you the {trade} and one more on {day}.
> Paint codes please
< {code} for both.

= fax
(fax 1)
= fax
(fax 2)
= fax
(fax 3)
= desk
(answered)
= desk
(missed)
= desk
(called)
= desk
(called)
# No answer, tried twice.
= desk
> Thanks again for everything
= desk
> What are your hours?
< Mon to Fri 7:30 to 6, Saturday 8 to 5, Sunday sales only 11 to 5.
= desk
(voicemail billing)
< Thanks for your message about the invoice. I’ve asked our office to send a corrected copy.
> Thank you
= desk
(voicemail general)
(called)
= desk
> Hi! Who do I talk to about a job?
< Send your resume to jobs@northwind.example, attention of {agent}.
> Thank you!
= desk
(answered)
# Wants a call back from the manager.
(called)
= desk
< Thanks for visiting Northwind Motors, {first}. How did we do? https://northwind.example/review
> 5 stars, left you a review
< That makes our day. Thank you!
= desk
< Thanks, have a good weekend!
`;
