extension TaskCatalogue {
  /// The twelfth grade, senior year: applications, the decision and what follows it.
  static let grade12: [CatalogueTask] = [
    CatalogueTask(
      key: "12-01", grade: 12, category: "academic", isRequired: true,
      divisions: ["ALL"], dueMonth: 5, needs: ["11-02"],
      title: "Maintain Strong Grades (College-Ready)",
      description: """
        Hold your grades at the level of your application through the last exam, and have the \
        final transcript with proof of graduation sent to your college and eligibility center.
        """,
      whyItMatters: """
        Admission is conditional, and colleges read the final transcript in summer. For Division \
        I and II you also need all 16 core courses and a final amateurism certification, which \
        you can request from April 1 if you enroll in the fall.
        """,
      failureRisk: """
        Senior slump has cost admitted students their place and signed recruits their first \
        season. One dropped core course may be enough, so ask your counselor before changing any \
        class.
        """),
    CatalogueTask(
      key: "12-02", grade: 12, category: "academic", isRequired: false,
      divisions: ["ALL"], dueMonth: 12, needs: ["11-01"],
      title: "Finalize Test Scores",
      description: """
        Check which of your colleges want test scores, send official reports from the testing \
        agency, and confirm in each applicant portal that they have arrived.
        """,
      whyItMatters: """
        A college that requires scores treats your application as incomplete until it has them, \
        and some merit awards close before the new year. Where a school is test-optional, send a \
        score only if it is at or above the middle of their range.
        """,
      failureRisk: """
        Reports ordered in the last week can miss a deadline, since delivery takes days. Neither \
        the coach nor the NCAA passes scores along for you.
        """),
    CatalogueTask(
      key: "12-03", grade: 12, category: "academic", isRequired: true,
      divisions: ["ALL"], dueMonth: 12, needs: ["11-01", "11-22"],
      title: "Complete College Applications",
      description: """
        Submit applications to your final list, including every school that is recruiting you, \
        and file the FAFSA soon after it opens in the fall.
        """,
      whyItMatters: """
        However keen a coach is, nobody plays for a college that has not admitted them. Early \
        deadlines fall around November 1 and many regular ones around January 1, and two or \
        three schools beyond the favorites keep a choice open. The FAFSA decides most need-based \
        aid, so it is worth an evening for any family.
        """,
      failureRisk: """
        Missed dates can rarely be repaired by a phone call from the baseball office. Essays \
        finished at midnight read that way, and aid handed out first come, first served may be \
        gone by spring.
        """),
    CatalogueTask(
      key: "12-04", grade: 12, category: "athletic", isRequired: true,
      divisions: ["ALL"], dueMonth: 5, needs: ["11-07"],
      title: "Peak Senior Year Performance",
      description: """
        Train and play your senior season as if a coach were at each game, with a recovery day \
        every week and updated numbers sent out monthly.
        """,
      whyItMatters: """
        Late offers are real: rosters change all year, and junior colleges and NAIA schools fill \
        places well into spring. If you are already committed, your future staff is watching how \
        you prepare.
        """,
      failureRisk: """
        Easing off after a commitment has led programs to withdraw interest or give the planned \
        role to someone else. Pushing through pain to impress somebody can cost the first \
        college season as well, so treat small injuries early.
        """),
    CatalogueTask(
      key: "12-05", grade: 12, category: "athletic", isRequired: false,
      divisions: ["ALL"], dueMonth: 11, needs: [],
      title: "Attend Final Recruiting Camps/Showcases",
      description: """
        If you are uncommitted, ask which of your remaining schools still need your position, \
        and attend the one or two fall events where those staffs will be.
        """,
      whyItMatters: """
        By now the right event is not the biggest one but the one where a place is open. Junior \
        college and NAIA tryouts run later than most people think, and some end with an offer on \
        the same day.
        """,
      failureRisk: """
        Costly showcases seldom help if the staffs there finished your class long ago. A short \
        email asking whether they still need your position, sent before you pay, saves money and \
        disappointment.
        """),
    CatalogueTask(
      key: "12-06", grade: 12, category: "athletic", isRequired: false,
      divisions: ["ALL"], dueMonth: 10, needs: ["11-12"],
      title: "Submit Final Highlight Video",
      description: """
        Assemble a final video of two to three minutes from your latest games and testing, and \
        send it to each school that still has a place.
        """,
      whyItMatters: """
        Programs that lose a player to the draft, the portal or an injury want film from this \
        month. A new video with a line on your availability can reach the right desk on the \
        right day.
        """,
      failureRisk: """
        Last year's clips undersell a player who has grown, and suggest that the work has \
        stopped. Waiting for perfect footage is the usual reason that the video never goes out.
        """),
    CatalogueTask(
      key: "12-07", grade: 12, category: "athletic", isRequired: false,
      divisions: ["ALL"], dueMonth: 4, needs: [],
      title: "Finalize Medical Information",
      description: """
        See your doctor for a physical, collect immunization and injury records, and complete \
        your college's medical forms, including the sickle cell trait result if it asks for one.
        """,
      whyItMatters: """
        College teams cannot let you train until their medical staff clears you, and NCAA \
        schools ask about sickle cell trait, past concussions and medication. Some \
        prescriptions, such as stimulants for ADHD, need extra paperwork for drug testing, so \
        bring them up early.
        """,
      failureRisk: """
        Missing forms keep new players on the sideline in exactly the weeks when coaches form \
        impressions. A hidden injury tends to surface at the entrance exam, where it harms trust \
        more than the injury itself would have.
        """),
    CatalogueTask(
      key: "12-08", grade: 12, category: "recruiting", isRequired: true,
      divisions: ["DI", "DII", "DIII", "NAIA"], dueMonth: 11, needs: ["11-15"],
      title: "Attend Official Visits",
      description: """
        Accept official visits to your most serious schools, prepare ten questions for players \
        and coaches, and write down your impressions the same night.
        """,
      whyItMatters: """
        On an official visit the college may pay for travel, meals and a night with the team; \
        Division I baseball has allowed these since August 1 before your junior year. You see \
        how teammates treat one another when no coach is in the room, the best clue to your next \
        four years. Bring a parent if you can, and talk about money while you are there.
        """,
      failureRisk: """
        Signing without a visit means finding out about the dorm, the town and the depth chart \
        in September. Remember that you are being looked at too, because a careless evening or a \
        rude word to a host has ended offers.
        """),
    CatalogueTask(
      key: "12-09", grade: 12, category: "recruiting", isRequired: false,
      divisions: ["ALL"], dueMonth: 2, needs: [],
      title: "Manage Multiple Offers (if applicable)",
      description: """
        Lay all offers side by side in one table with yearly cost after aid, length of the \
        award, expected role, academics and reply date, and discuss it at home.
        """,
      whyItMatters: """
        Percentages mislead: half off an expensive college can cost more than nothing off a \
        public one. Coaches expect polite questions and will often say how long they can wait. \
        With a single offer, the same table still shows what you are agreeing to.
        """,
      failureRisk: """
        Playing schools against one another with half-truths gets around quickly. Silence is the \
        opposite mistake, when a deadline passes and the best offer simply goes to someone else.
        """),
    CatalogueTask(
      key: "12-10", grade: 12, category: "recruiting", isRequired: true,
      divisions: ["ALL"], dueMonth: 3, needs: ["11-22"],
      title: "Make Final School Decision",
      description: """
        Choose your college with your family, call the coach to say yes in your own voice, and \
        send the enrollment deposit by its date.
        """,
      whyItMatters: """
        A decision made on fit, cost and trust lets you enjoy the rest of senior year and lets \
        the staff plan with you. Places are limited, all the more since Division I programs that \
        joined the 2025 House settlement may carry only 34 baseball players.
        """,
      failureRisk: """
        Waiting for one more call has left good players with nothing when their standing offers \
        ran out. Deciding just to end the stress, or because a friend is going, is how many \
        transfers begin.
        """),
    CatalogueTask(
      key: "12-11", grade: 12, category: "recruiting", isRequired: true,
      divisions: ["DI", "DII"], dueMonth: 4, needs: ["11-05", "12-10"],
      title: "Sign NLI (if offered)",
      description: """
        Read every line of the college's athletics aid agreement with a parent, have the coach \
        or compliance office explain what is unclear, and sign it by the date given.
        """,
      whyItMatters: """
        The National Letter of Intent was abolished in October 2024; the name survives in \
        everyday talk, but what you sign today is the school's own athletics aid or financial \
        aid agreement. It puts the amount, the length and the conditions in writing. Once you \
        have signed one, other Division I schools must stop recruiting you.
        """,
      failureRisk: """
        A promise over the phone lasts only as long as the person who made it stays in the job. \
        Check whether the aid runs for one year or several, and what follows an injury, a \
        coaching change or your leaving. Payment for name, image and likeness stands in a \
        separate contract, so have someone independent read that as well.
        """),
    CatalogueTask(
      key: "12-12", grade: 12, category: "recruiting", isRequired: false,
      divisions: ["ALL"], dueMonth: 4, needs: ["12-10"],
      title: "Communicate Decision to Other Coaches",
      description: """
        Write to or call every coach who is still recruiting you, thank each for something \
        specific, and tell them your decision before they read it online.
        """,
      whyItMatters: """
        Recruiters spend evenings on people who choose other schools, and they remember who was \
        decent about it. Many will turn up again as opponents, as new members of your own staff, \
        or at the place you one day transfer to.
        """,
      failureRisk: """
        Vanishing without a word leaves a staff holding a spot that another player needed. Your \
        high school coach's next recruit may pay for the discourtesy.
        """),
    CatalogueTask(
      key: "12-13", grade: 12, category: "exposure", isRequired: false,
      divisions: ["ALL"], dueMonth: 5, needs: [],
      title: "Finalize Player Video for College",
      description: """
        Save your complete film library in two places, and cut a short introduction video for \
        the college staff and the people who run the team's media.
        """,
      whyItMatters: """
        New coaches and trainers meet you first on film, and footage of your mechanics when \
        healthy helps them to coach you and to bring you back after an injury. It is also a \
        keepsake that your family will be glad of in ten years.
        """,
      failureRisk: """
        School and club accounts are often closed after graduation, and with them goes the only \
        copy of four seasons. Should you transfer later, there would be nothing to show for \
        those years.
        """),
    CatalogueTask(
      key: "12-14", grade: 12, category: "exposure", isRequired: false,
      divisions: ["ALL"], dueMonth: 3, needs: ["10-16"],
      title: "Maintain Professional Social Media Through Commitment",
      description: """
        Go through all your accounts once more, remove what you would not want a college \
        president to read, and announce your commitment with thanks to the people who helped.
        """,
      whyItMatters: """
        Your posts now speak for a team and a college as well as for you. A warm announcement \
        that names coaches, teachers and family is often the one that people keep.
        """,
      failureRisk: """
        Colleges have withdrawn both admission and roster places because of a senior's posts. \
        Group chats are not private either, since one screenshot is enough.
        """),
    CatalogueTask(
      key: "12-15", grade: 12, category: "mindset", isRequired: false,
      divisions: ["ALL"], dueMonth: 5, needs: ["12-10"],
      title: "Prepare for College Transition",
      description: """
        Follow the summer training plan from your new staff, meet your academic adviser, and \
        practice the daily chores of living on your own, from laundry to budgeting.
        """,
      whyItMatters: """
        Freshmen who arrive fit and organized can spend their energy on learning the game at \
        college speed. The jump is large for everyone: longer seasons, older hitters and classes \
        without reminders. Sorting out sleep, meals and study time beforehand is the best head \
        start.
        """,
      failureRisk: """
        A hard first fall usually begins with small things, like missed lifts, skipped \
        breakfasts and a failed quiz that nobody mentioned. Homesickness is normal, and campus \
        counselors, tutors and teammates help most when you ask early.
        """),
    CatalogueTask(
      key: "12-16", grade: 12, category: "mindset", isRequired: false,
      divisions: ["ALL"], dueMonth: 5, needs: ["12-10"],
      title: "Celebrate the Journey",
      description: """
        Mark the end of the search together, with a dinner or a day out, and thank by name the \
        coaches, teachers, drivers and friends who carried you.
        """,
      whyItMatters: """
        Few families do anything this long together, and it ends quietly unless you make a point \
        of it. Looking back on the hard weeks as well as the good ones reminds you what you are \
        capable of. That holds wherever you go next, with or without a uniform.
        """,
      failureRisk: """
        Rushing straight into the next grind is a quick way to start college already tired. The \
        people who drove, waited and paid may never hear what it meant to you.
        """),
  ]
}
