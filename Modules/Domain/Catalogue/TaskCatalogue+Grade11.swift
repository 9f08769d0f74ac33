extension TaskCatalogue {
  /// The eleventh grade, junior year: registration, visits and the conversations that decide.
  static let grade11: [CatalogueTask] = [
    CatalogueTask(
      key: "11-01", grade: 11, category: "academic", isRequired: true,
      divisions: ["ALL"], dueMonth: 12, needs: [],
      title: "Take Official SAT or ACT",
      description: """
        Register for an SAT or ACT date this fall that does not clash with a tournament, take \
        the test, and save the score report.
        """,
      whyItMatters: """
        Colleges differ: some require a score, many are test-optional, and others pay more \
        academic aid for a good one. Having it by winter tells coaches early whether their \
        admission office would say yes. For NCAA eligibility alone no test has been needed since \
        2023.
        """,
      failureRisk: """
        Leaving it for spring runs into the season, and a retake then slides into senior fall, \
        after some offers are gone. Ignoring tests because the NCAA dropped the rule is a common \
        mistake, since every admission office makes its own.
        """),
    CatalogueTask(
      key: "11-02", grade: 11, category: "academic", isRequired: true,
      divisions: ["ALL"], dueMonth: 5, needs: ["10-01"],
      title: "Maintain GPA (3.0+ target)",
      description: """
        Keep your core-course GPA at 3.0 or higher through junior year, and check with your \
        counselor that ten core courses will be done before senior year begins.
        """,
      whyItMatters: """
        Junior grades are the last full year that admission officers see, and coaches ask for \
        this transcript first. Division I also locks in ten core courses, seven of them in \
        English, math or science, before your seventh semester, and those grades then stand.
        """,
      failureRisk: """
        Falling behind now shrinks both academic aid and the list of schools that can admit you, \
        whatever the coach would like. Repeating a locked-in course as a senior no longer lifts \
        your Division I GPA.
        """),
    CatalogueTask(
      key: "11-03", grade: 11, category: "academic", isRequired: false,
      divisions: ["ALL"], dueMonth: 2, needs: [],
      title: "Meet with College Counselor",
      description: """
        Sit down with your college counselor, bring your target list and transcript, and ask \
        where admission is likely, possible or unlikely.
        """,
      whyItMatters: """
        Someone who has watched hundreds of applications can tell you in minutes what would take \
        you weeks to guess. The same person writes recommendations and knows about deadlines, \
        fee waivers and local scholarships.
        """,
      failureRisk: """
        Coaches can support an application, but at many colleges they cannot carry it through. A \
        list that nobody else has looked at easily leans toward schools that say no in March, \
        when rosters elsewhere are full.
        """),
    CatalogueTask(
      key: "11-04", grade: 11, category: "academic", isRequired: false,
      divisions: ["ALL"], dueMonth: 4, needs: ["11-01"],
      title: "Take SAT or ACT Again (if needed)",
      description: """
        Compare your score with what your top five schools and their aid tables ask for, and \
        book a spring retake only if it would change something.
        """,
      whyItMatters: """
        Second scores are often better simply because the room is familiar, and many colleges \
        combine the best sections of several dates. Ten focused hours on the weakest section \
        usually do more than fifty spread over everything.
        """,
      failureRisk: """
        Stopping just short of a cutoff may cost merit money in each of four years. Retaking \
        without end has its price too, in Saturdays, nerves and time for the grades that count \
        more.
        """),
    CatalogueTask(
      key: "11-05", grade: 11, category: "athletic", isRequired: true,
      divisions: ["DI", "DII"], dueMonth: 10, needs: ["9-01"],
      title: "Register with NCAA Eligibility Center",
      description: """
        Open a Certification account with the NCAA Eligibility Center at eligibilitycenter.org, \
        pay the fee or ask your counselor about a waiver, and have your transcript sent.
        """,
      whyItMatters: """
        Both NCAA divisions with athletic aid need you in that system before an official visit \
        or a signed aid agreement, and nobody competes for them without being certified. Doing \
        it early in junior year brings missing core courses to light while they can still be \
        fixed. Coaches will ask for your NCAA ID from now on.
        """,
      failureRisk: """
        Late registrations land in the rush before signing, when a transcript from a former \
        school or a question about prize money takes weeks to settle. A free Profile Page is not \
        enough for these two divisions, though you can upgrade it.
        """),
    CatalogueTask(
      key: "11-06", grade: 11, category: "athletic", isRequired: true,
      divisions: ["NAIA"], dueMonth: 12, needs: ["9-01"],
      title: "Register with NAIA Eligibility Center",
      description: """
        Create a profile with the NAIA Eligibility Center at PlayNAIA.org, enter your schools \
        and courses, and note which documents it will want after graduation.
        """,
      whyItMatters: """
        Everyone new to the NAIA must be cleared there before competing, and its coaches can \
        find you in the database beforehand. NAIA programs give athletic aid, follow simpler \
        recruiting rules and often decide faster than NCAA schools, so the profile is useful \
        even as a second plan.
        """,
      failureRisk: """
        Admitted and enrolled is not the same as eligible, and a player who has not been cleared \
        watches the opener from the stands. NCAA certification does not carry over, because the \
        two associations check separately.
        """),
    CatalogueTask(
      key: "11-07", grade: 11, category: "athletic", isRequired: true,
      divisions: ["ALL"], dueMonth: 5, needs: ["10-06"],
      title: "Peak Athletic Performance",
      description: """
        Plan the year with your coach so that you are strongest from March through July, with \
        one real break and a check of your numbers every six weeks.
        """,
      whyItMatters: """
        Many decisions about your class are made between this spring and the following fall. \
        Arriving healthy and rested beats arriving worn out from a winter of showcases, since a \
        body can only peak once or twice a year.
        """,
      failureRisk: """
        Coaches judge what they see on the day, and a tired or sore player shows less than the \
        truth. Hiding pain in order to be seen usually makes it worse; tell your coach, take the \
        weeks off, and send film from when you were well.
        """),
    CatalogueTask(
      key: "11-08", grade: 11, category: "athletic", isRequired: false,
      divisions: ["ALL"], dueMonth: 2, needs: ["10-08"],
      title: "Get Updated Athletic Testing",
      description: """
        Schedule a winter test day for speed, velocity, exit velocity and position times, have a \
        coach or facility sign the sheet, and send the results to your top schools.
        """,
      whyItMatters: """
        These are the last figures many programs see before they decide. A signed or laser-timed \
        result carries weight, and three winters of numbers in one chart tell your story without \
        a word of praise.
        """,
      failureRisk: """
        Staffs who see nothing new assume that nothing has changed. Testing right after an \
        illness or a long layoff produces a poor number at a bad time, so move the date if you \
        must.
        """),
    CatalogueTask(
      key: "11-09", grade: 11, category: "athletic", isRequired: true,
      divisions: ["ALL"], dueMonth: 11, needs: [],
      title: "Film Multiple Game Performances",
      description: """
        Record six to ten full games this fall, from behind home plate and from the side, and \
        keep the rough innings as well as the good ones.
        """,
      whyItMatters: """
        Any player can look brilliant in one clip, which is why coaches ask for whole games. \
        Footage against strong opponents shows how you adjust after a bad at-bat, field routine \
        balls and carry yourself between plays.
        """,
      failureRisk: """
        A single home run played ten times proves little and hints that there is nothing else. \
        Counting on someone in the stands who usually films leaves gaps, so name one person for \
        each date.
        """),
    CatalogueTask(
      key: "11-10", grade: 11, category: "athletic", isRequired: false,
      divisions: ["ALL"], dueMonth: 10, needs: [],
      title: "Pitch Your Strengths",
      description: """
        Prepare a thirty-second answer to the question why a coach should recruit you, with two \
        strengths, a number that backs each, and what you are working on.
        """,
      whyItMatters: """
        Coaches remember a clear picture, such as a left-handed bat who makes contact and wants \
        to study engineering. The same few sentences then serve for emails, for calls and for \
        the moment when someone at camp asks who you are.
        """,
      failureRisk: """
        Words like passionate and hard-working appear in nearly every message and identify no \
        one. Overselling is found out quickly, and a player who cannot name a weakness sounds \
        hard to coach.
        """),
    CatalogueTask(
      key: "11-11", grade: 11, category: "recruiting", isRequired: true,
      divisions: ["ALL"], dueMonth: 10, needs: ["10-10"],
      title: "Increase Coach Communication Cadence",
      description: """
        Contact each coach on your short list every two to four weeks with something new, such \
        as a result, a grade, a clip or your next schedule, and log it here.
        """,
      whyItMatters: """
        Since August 1 before this school year Division I coaches may call, text and write to \
        you, and the other levels could already, so now the real conversations begin. Short, \
        regular messages keep your name near the top without being a nuisance. Logging each one \
        shows you who has gone quiet.
        """,
      failureRisk: """
        Months of silence read as lost interest, and the spot goes to a player who kept in \
        touch. Messages without news wear out a welcome just as surely, and so does a parent \
        writing in your name.
        """),
    CatalogueTask(
      key: "11-12", grade: 11, category: "recruiting", isRequired: true,
      divisions: ["DI", "DII", "DIII", "NAIA"], dueMonth: 1, needs: ["10-05", "11-09"],
      title: "Send Junior Year Highlight Video Update",
      description: """
        Edit a new two- to four-minute video from this year's games and send it to every coach \
        on your list with one line on what has improved.
        """,
      whyItMatters: """
        Bodies and swings change so much between sixteen and seventeen that a year-old video \
        describes someone else. An update also gives you a natural reason to write again, even \
        to staffs that never replied.
        """,
      failureRisk: """
        If the newest film is from sophomore year, that is the player they will judge. Big \
        attachments get lost in spam filters, so share a link that opens on a phone without a \
        login.
        """),
    CatalogueTask(
      key: "11-13", grade: 11, category: "recruiting", isRequired: true,
      divisions: ["ALL"], dueMonth: 4, needs: ["10-10"],
      title: "Schedule Unofficial Visits",
      description: """
        Arrange unofficial visits to three to five campuses, contact the coach two weeks ahead, \
        and walk through the dorms and a class building as well as the field.
        """,
      whyItMatters: """
        You pay your own way on an unofficial visit and may make as many as you like, so they \
        are the simplest honest look at a college. An ordinary weekday on campus tells you more \
        than a brochure, and asking current players what they would change tells you most.
        """,
      failureRisk: """
        Choosing from websites alone is how students end up homesick in a place that looked fine \
        on a screen. Turning up unannounced, or in a dead period when Division I coaches may not \
        meet you, wastes the trip.
        """),
    CatalogueTask(
      key: "11-14", grade: 11, category: "recruiting", isRequired: false,
      divisions: ["ALL"], dueMonth: 2, needs: ["11-11"],
      title: "Evaluate Interest Level from Coaches",
      description: """
        Rank the coaches you are in touch with by what they do, such as calls, trips to your \
        games, transcript requests and invitations, rather than by what they say.
        """,
      whyItMatters: """
        Friendly words cost nothing, but a call after a game or an invitation to campus costs a \
        staff time. Ask politely where you stand for your position and class, since good coaches \
        respect that question and answer it.
        """,
      failureRisk: """
        A camp brochure with your first name printed on it is not an offer, and waiting for that \
        school may cost you two that mean it. Judging too fast is the opposite error, so give a \
        quiet coach two or three good updates before you cross the school off.
        """),
    CatalogueTask(
      key: "11-15", grade: 11, category: "recruiting", isRequired: true,
      divisions: ["ALL"], dueMonth: 3, needs: ["11-11"],
      title: "Build Relationship with Preferred Coaches",
      description: """
        Get to know the coaches at your three to five favorite schools through calls you make \
        yourself, thoughtful questions and honest answers.
        """,
      whyItMatters: """
        When two players look alike on paper, the one whom somebody on the staff knows and \
        trusts gets the place. Your questions count too: ask how players at your position \
        develop, what happens after an injury, and how many leave early.
        """,
      failureRisk: """
        Without an advocate in the room, your name drops off the board when the list is trimmed. \
        Coaches move on, sometimes weeks after signing a class, so know more than one of them \
        and like the school itself.
        """),
    CatalogueTask(
      key: "11-16", grade: 11, category: "exposure", isRequired: true,
      divisions: ["DI", "DII", "DIII", "NAIA"], dueMonth: 2, needs: ["10-10"],
      title: "Attend Recruiting Camps at Target Schools",
      description: """
        Attend a winter or early spring camp at two of your top schools, tell the coach \
        beforehand, and follow up within two days with thanks and one question.
        """,
      whyItMatters: """
        A staff that has watched your video wants to stand behind the cage and hear the ball \
        come off the bat. Ask how many campers and which coaches will be there, because a small \
        camp with the whole staff present is worth more than a crowded one.
        """,
      failureRisk: """
        Remaining a name on a screen makes it easy to be passed over for someone they have \
        coached for an afternoon. Paying for a camp where your class is already full is a common \
        regret, so ask first and take a vague reply as an answer.
        """),
    CatalogueTask(
      key: "11-17", grade: 11, category: "exposure", isRequired: false,
      divisions: ["DI", "DII", "DIII"], dueMonth: 11, needs: [],
      title: "Play in National Showcases",
      description: """
        Play in one national-level showcase or tournament by the end of fall, if your numbers \
        fit the field, and tell your target schools when and where.
        """,
      whyItMatters: """
        The largest events bring a great many recruiters together, some of them from colleges \
        you never thought of. One strong showing there travels further than a season of local \
        box scores.
        """,
      failureRisk: """
        Flights, hotel and fees can run into thousands of dollars for two at-bats on a crowded \
        schedule. Going before you are ready puts below-average numbers on a public page. \
        Regional events that your own target schools attend are often the better buy.
        """),
    CatalogueTask(
      key: "11-18", grade: 11, category: "exposure", isRequired: false,
      divisions: ["ALL"], dueMonth: 12, needs: [],
      title: "Get Evaluated by Outside Scouts",
      description: """
        Obtain a written evaluation from a scout or instructor who is not paid to promote you, \
        and keep it with your documents.
        """,
      whyItMatters: """
        Outside eyes see what parents and team coaches have grown used to. A neutral report \
        gives recruiters a second opinion, and points out the one or two changes that would help \
        you most before spring.
        """,
      failureRisk: """
        Self-reported ability gets read with a shrug. Beware of services that charge for \
        guaranteed exposure or praise everyone, for a report without a single criticism helps \
        nobody.
        """),
    CatalogueTask(
      key: "11-19", grade: 11, category: "exposure", isRequired: true,
      divisions: ["ALL"], dueMonth: 3, needs: [],
      title: "Document and Share Performance Data",
      description: """
        Gather your verified metrics and season stats on one page or link, update it monthly, \
        and send it to each coach who follows you.
        """,
      whyItMatters: """
        Many staffs sort hundreds of names by a few numbers before they watch anyone. Making \
        yours easy to find, dated and plainly marked as verified or not, gets you into that \
        comparison.
        """,
      failureRisk: """
        Players without numbers drop out of a spreadsheet they never knew about. One inflated \
        figure discovered at a camp throws doubt on all the true ones.
        """),
    CatalogueTask(
      key: "11-20", grade: 11, category: "exposure", isRequired: true,
      divisions: ["ALL"], dueMonth: 12, needs: ["10-05"],
      title: "Build Media Presence (Highlights Online)",
      description: """
        Upload your videos to one public page, check on a phone that every link opens without a \
        password, and put that single link in your profile and email signature.
        """,
      whyItMatters: """
        Busy coaches watch between practices, on small screens, and give a link one try. A \
        single page with the newest highlights, full-game film and your contact details spares \
        them the hunt.
        """,
      failureRisk: """
        Broken or private links are a common reason that good film goes unseen. Files in a \
        school account may be deleted when you leave, so keep copies of your own. Music that \
        belongs to someone else can get a video muted or removed.
        """),
    CatalogueTask(
      key: "11-21", grade: 11, category: "mindset", isRequired: false,
      divisions: ["ALL"], dueMonth: 1, needs: [],
      title: "Develop Resilience for Rejection",
      description: """
        Settle in advance what you will do after a no: thank the coach, note the reason, write \
        to the next school, and go and hit.
        """,
      whyItMatters: """
        Nearly every recruit hears no, or hears nothing, many more times than yes. The reason is \
        usually need, money or timing, and a gracious reply has brought more than one player a \
        second call when a roster changed.
        """,
      failureRisk: """
        One refusal that stops the search does more damage than the refusal itself. Bottled-up \
        disappointment spills onto the field and into the house, so say it aloud to somebody and \
        take a weekend off if you need one.
        """),
    CatalogueTask(
      key: "11-22", grade: 11, category: "mindset", isRequired: true,
      divisions: ["ALL"], dueMonth: 4, needs: ["10-10"],
      title: "Evaluate School Fit Beyond Baseball",
      description: """
        Rate your top ten schools on cost, major, distance, campus life and playing chance, then \
        ask which you would still choose if you could never play again.
        """,
      whyItMatters: """
        Injuries, coaching changes and seasons on the bench happen to very good players, and the \
        college is what remains. Families who work out the true yearly price before an offer \
        arrives can answer it calmly.
        """,
      failureRisk: """
        Choosing for baseball alone is a well-worn road to the transfer portal, where many \
        players never find a new team. Debt that looked far away on signing day stays long after \
        the last game.
        """),
    CatalogueTask(
      key: "11-23", grade: 11, category: "mindset", isRequired: false,
      divisions: ["ALL"], dueMonth: 11, needs: [],
      title: "Prepare for Offer Conversations",
      description: """
        Practice an offer call with a parent, using a written list of questions about money, \
        length of the aid, roster place, deadlines and what happens after an injury.
        """,
      whyItMatters: """
        Offers often come by telephone with a date attached, and a prepared player can say thank \
        you, ask five questions and request time to talk at home. Most baseball aid is partial \
        and combined with academic or need-based money, so always ask for the total cost per \
        year.
        """,
      failureRisk: """
        Saying yes in the excitement of the moment makes it hard to raise what was missed. A \
        verbal offer binds neither side, and terms that were never written down can shrink \
        before you sign.
        """),
  ]
}
