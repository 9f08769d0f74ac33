extension TaskCatalogue {
  /// The tenth grade, sophomore year: film, a list, and the first messages.
  static let grade10: [CatalogueTask] = [
    CatalogueTask(
      key: "10-01", grade: 10, category: "academic", isRequired: true,
      divisions: ["ALL"], dueMonth: 5, needs: [],
      title: "Maintain Strong GPA",
      description: """
        Finish sophomore year with a core-course GPA of 3.0 or better, and arrange tutoring as \
        soon as any class drops below a C.
        """,
      whyItMatters: """
        A 3.0 opens doors that talent alone cannot: more admission offices say yes, and academic \
        money adds up beside a baseball offer. Most baseball scholarships are partial, so \
        coaches are glad of a recruit who arrives with aid for grades.
        """,
      failureRisk: """
        Slipping marks make a coach wonder what will happen when practice starts at dawn and \
        road trips fall midweek. Each semester is also a larger part of what has already been \
        decided, so lost ground gets harder to win back.
        """),
    CatalogueTask(
      key: "10-02", grade: 10, category: "academic", isRequired: false,
      divisions: ["ALL"], dueMonth: 4, needs: ["9-02"],
      title: "Take PSAT Again",
      description: """
        Sign up through your school for this year's PSAT, either the PSAT/NMSQT in October or \
        the PSAT 10 in spring, and read the score report question by question.
        """,
      whyItMatters: """
        Comparing two reports shows what last year's work changed and where practice will pay. \
        It is also a calm rehearsal for junior year, when the October test counts toward \
        National Merit scholarships.
        """,
      failureRisk: """
        Weak spots that stay hidden now tend to show up on an official score instead. Seats are \
        arranged by the school weeks ahead, and sophomores who never ask may not be put on the \
        list.
        """),
    CatalogueTask(
      key: "10-03", grade: 10, category: "academic", isRequired: false,
      divisions: ["ALL"], dueMonth: 12, needs: ["9-10"],
      title: "Research College Academics",
      description: """
        Take five colleges from your list and find out whether they offer your likely majors, \
        what their students' grades look like and what a year costs after aid.
        """,
      whyItMatters: """
        Playing ends for nearly everyone at graduation, but the degree keeps working for forty \
        years. Colleges have a net price calculator on their websites, so half an hour per \
        school gives your family a real number in place of the frightening sticker price.
        """,
      failureRisk: """
        Players who pick by uniform sometimes find that labs clash with practice or that their \
        major does not exist there. A mismatch of that sort often ends in a transfer, with \
        credits lost along the way.
        """),
    CatalogueTask(
      key: "10-04", grade: 10, category: "academic", isRequired: false,
      divisions: ["ALL"], dueMonth: 5, needs: [],
      title: "Take SAT or ACT Prep Course",
      description: """
        Complete a prep course, whether free lessons online or a class nearby, and finish with \
        two timed practice tests under real conditions.
        """,
      whyItMatters: """
        Familiarity raises most scores, and the free practice from Khan Academy and the test \
        makers is good enough for many students. Although the NCAA no longer asks for a score, a \
        higher one can still bring admission, honors programs and thousands of dollars a year.
        """,
      failureRisk: """
        Going in cold wastes a test date and a Saturday that might have been a game. At colleges \
        that publish score cutoffs for aid, missing one by twenty points costs money in each of \
        four years.
        """),
    CatalogueTask(
      key: "10-05", grade: 10, category: "athletic", isRequired: true,
      divisions: ["DI", "DII", "DIII", "NAIA"], dueMonth: 11, needs: [],
      title: "Create Highlight Video",
      description: """
        Cut a three- to five-minute video that opens with your best plays, shows your position \
        skills from two angles, and ends with your contact details.
        """,
      whyItMatters: """
        Video is how most staffs decide whom to see in person, and many stop watching after \
        thirty seconds. Put your name, graduation year, height, weight and position on the first \
        frame, keep any music low, and let full swings and throws run at normal speed.
        """,
      failureRisk: """
        Lacking film, a coach has nothing to judge and opens the next email. A ten-minute reel \
        with shaky zooms has nearly the same effect, and a private link that asks for permission \
        is closed at once.
        """),
    CatalogueTask(
      key: "10-06", grade: 10, category: "athletic", isRequired: true,
      divisions: ["ALL"], dueMonth: 1, needs: ["9-05"],
      title: "Continue Development Training",
      description: """
        Build on last year's routine with an off-season plan that adds strength, speed and arm \
        care, and record what you lift, run and throw each month.
        """,
      whyItMatters: """
        Sophomore year is when many bodies change, and recruiters look for the player who made \
        use of it. Written numbers tell you and your coach what to add next, and they keep \
        spirits up through the dull weeks of winter.
        """,
      failureRisk: """
        Training by mood brings the same results as the year before. Piling heavy weights or \
        velocity programs on a growing frame without supervision invites injury, so have a \
        qualified person set the load and the rest days.
        """),
    CatalogueTask(
      key: "10-07", grade: 10, category: "athletic", isRequired: true,
      divisions: ["DI", "DII", "DIII", "NAIA"], dueMonth: 5, needs: ["9-06"],
      title: "Attend Premium Summer Tournaments",
      description: """
        Confirm with your club by the end of May which two or three strong summer tournaments \
        you will play in, and list the colleges expected at each.
        """,
      whyItMatters: """
        Staffs have small travel budgets, so they go where fifty prospects play on neighboring \
        fields. A coach who already has your email can plan to catch a game there, provided you \
        send the schedule and field number a week ahead.
        """,
      failureRisk: """
        A great weekend at a small local event may be seen by nobody who is recruiting. Too many \
        tournaments cause trouble of another kind, with tired arms and flat at-bats on the day \
        someone finally watches.
        """),
    CatalogueTask(
      key: "10-08", grade: 10, category: "athletic", isRequired: false,
      divisions: ["ALL"], dueMonth: 3, needs: ["9-08"],
      title: "Get Updated Athletic Testing",
      description: """
        Repeat last year's running, throwing and hitting tests in the same way, and log the new \
        numbers beside the old.
        """,
      whyItMatters: """
        Two measurements make a trend, and a trend is what a recruiter looks for in a sophomore. \
        Improvement from an ordinary start often impresses more than a good number standing \
        still.
        """,
      failureRisk: """
        Figures older than a year are quietly discounted, or taken for the best you will ever \
        do. Changing the method or the radar gun blurs the comparison and invites doubt.
        """),
    CatalogueTask(
      key: "10-09", grade: 10, category: "athletic", isRequired: false,
      divisions: ["ALL"], dueMonth: 10, needs: [],
      title: "Specialize Position Focus",
      description: """
        Decide with your coach on a primary and a secondary position, and spend two extra \
        sessions a week on the skills that the first one demands.
        """,
      whyItMatters: """
        Recruiting classes are filled by need, such as a left-handed reliever or one catcher, \
        not by general athletic ability. Being very good at one thing and useful at a second is \
        the mix that gets written into a coach's notebook.
        """,
      failureRisk: """
        A profile that says you play anywhere leaves the coach to guess where you would help. \
        Narrowing too far carries a risk as well, because a shortstop who cannot move to second \
        base or the outfield has fewer chances.
        """),
    CatalogueTask(
      key: "10-10", grade: 10, category: "recruiting", isRequired: true,
      divisions: ["ALL"], dueMonth: 12, needs: ["9-09"],
      title: "Build Target School List (20+ schools)",
      description: """
        Grow your list to twenty or more colleges, sorted into reach, match and safety for both \
        academics and baseball, and add each one here.
        """,
      whyItMatters: """
        Most letters lead nowhere, so a wide list is what keeps a search alive after the tenth \
        silence. Balance matters more than length: a third ambitious, a third realistic and a \
        third where you would be wanted is a healthy mix. Include at least one school your \
        family can afford without any athletic aid.
        """,
      failureRisk: """
        Eight dream schools can all fill your position in the same month. Late additions then \
        get generic emails, because there is no time left to learn why you would want to go \
        there.
        """),
    CatalogueTask(
      key: "10-11", grade: 10, category: "recruiting", isRequired: true,
      divisions: ["DI", "DII", "DIII", "NAIA"], dueMonth: 2, needs: ["10-05", "10-10"],
      title: "Send First Introductory Emails",
      description: """
        Send a short personal email to ten coaches on your list with your name, class, position, \
        key numbers, video link, schedule and one true reason for liking the school.
        """,
      whyItMatters: """
        Interest has to be known before it can be returned. Division I staffs may not answer \
        about recruiting until August 1 before your junior year, although they can send camp and \
        questionnaire information, so silence at this point means very little. Division III, \
        NAIA and junior college coaches may well write back this week.
        """,
      failureRisk: """
        One text copied to forty addresses usually shows, most painfully when another college's \
        name is left in. Coaches who have never heard of you have no reason to walk over to your \
        field this summer.
        """),
    CatalogueTask(
      key: "10-12", grade: 10, category: "recruiting", isRequired: false,
      divisions: ["ALL"], dueMonth: 1, needs: ["10-10"],
      title: "Research Coach Information",
      description: """
        Find the head coach and the recruiting coordinator of each target school, check the \
        spelling of their names, and save their email, phone and region here.
        """,
      whyItMatters: """
        Recruiting coordinators, more often than head coaches, sort the first wave of emails. \
        The staff page of the team's website lists them, and a look at where the current roster \
        comes from tells you whether a program ever recruits in your state.
        """,
      failureRisk: """
        Assistants change jobs every summer, and mail to a coach who left goes to a closed \
        inbox. A misspelled name in the first line makes a careful player look careless.
        """),
    CatalogueTask(
      key: "10-13", grade: 10, category: "recruiting", isRequired: false,
      divisions: ["ALL"], dueMonth: 1, needs: ["9-11"],
      title: "Update Athletic Resume",
      description: """
        Replace last year's figures on your resume with the newest stats, test numbers, GPA and \
        schedule, and ask an adult to proofread the page.
        """,
      whyItMatters: """
        An updated resume shows two seasons side by side, and that is the first real evidence of \
        growth. Having the new version ready before your emails go out saves you from sending \
        corrections after them.
        """,
      failureRisk: """
        Outdated heights or a former coach's phone number suggest that nobody is minding the \
        details. Recruiters compare it with your profile and video, and three different \
        velocities in three places make for an awkward conversation.
        """),
    CatalogueTask(
      key: "10-14", grade: 10, category: "exposure", isRequired: true,
      divisions: ["DI", "DII", "DIII", "NAIA"], dueMonth: 5, needs: ["10-10"],
      title: "Attend Summer Camps (Multiple)",
      description: """
        Choose two or three camps run by colleges on your list, register by the end of May, and \
        email each staff beforehand that you are coming.
        """,
      whyItMatters: """
        At a school's own camp its coaches spend hours with you instead of minutes. They see how \
        you take correction, warm up and treat others, and meeting you again next year turns a \
        name into a person.
        """,
      failureRisk: """
        Weekends at schools that are not on your list use up money that the list needs. If you \
        arrive unannounced among two hundred campers, the staff may never learn that you were \
        there for them.
        """),
    CatalogueTask(
      key: "10-15", grade: 10, category: "exposure", isRequired: true,
      divisions: ["ALL"], dueMonth: 4, needs: [],
      title: "Participate in Recruiting Events",
      description: """
        Enter at least one event this year where college coaches or independent evaluators are \
        confirmed, and keep the written results.
        """,
      whyItMatters: """
        Statistics depend on the league, but a radar gun and a stopwatch read the same \
        everywhere. One solid evaluation gives recruiters a neutral reference, and gives you a \
        fair idea of where you stand.
        """,
      failureRisk: """
        With nothing but your own word and a friendly scorebook, coaches have to take you on \
        trust. Signing up before you are fit is a poor bargain, since low verified numbers can \
        follow you online for a long time.
        """),
    CatalogueTask(
      key: "10-16", grade: 10, category: "exposure", isRequired: false,
      divisions: ["ALL"], dueMonth: 12, needs: ["9-15"],
      title: "Update Social Media with Highlight Content",
      description: """
        Post two or three short clips a month from games and training, tag your team and school, \
        and pin the best one with your class and position.
        """,
      whyItMatters: """
        Fresh clips keep you visible between emails, and a coach can watch ten seconds of them \
        on the bus. Steady, modest posting also shows that the work goes on when no one is \
        handing out trophies.
        """,
      failureRisk: """
        An account that went quiet a year ago looks like a player who did. Boasting or reposted \
        hype is no better, for it makes coaches wonder how you behave in the dugout.
        """),
    CatalogueTask(
      key: "10-17", grade: 10, category: "exposure", isRequired: false,
      divisions: ["ALL"], dueMonth: 4, needs: ["10-05"],
      title: "Film Responses to Coach Requests",
      description: """
        Get ready to answer any coach's request for extra film within two days by keeping recent \
        unedited at-bats, innings and drills at hand.
        """,
      whyItMatters: """
        Requests for more film mean that somebody is seriously comparing you with a few others. \
        A quick, complete answer shows reliability, the one quality that no highlight reel can \
        prove.
        """,
      failureRisk: """
        Interest cools fast, and by the following week the coach may have moved on down the \
        list. Sending only perfect swings raises suspicion, because the staff wants to see how \
        you look on an ordinary day.
        """),
    CatalogueTask(
      key: "10-18", grade: 10, category: "mindset", isRequired: false,
      divisions: ["ALL"], dueMonth: 11, needs: ["9-16"],
      title: "Understand Recruiting Evaluation Process",
      description: """
        Ask two coaches who have sent players to college what recruiters look for at your \
        position, and turn their answers into a checklist of tools, numbers and habits.
        """,
      whyItMatters: """
        Evaluators grade tools such as arm, speed and bat first, then ask about grades, attitude \
        and projection, meaning how much you may still grow. Working from their list gives every \
        training hour a purpose and makes criticism easier to hear.
        """,
      failureRisk: """
        Players often polish what they like and ignore what gets them cut. A high batting \
        average says little to a staff that is studying bat speed, running times and how you \
        handle good pitching.
        """),
    CatalogueTask(
      key: "10-19", grade: 10, category: "mindset", isRequired: false,
      divisions: ["ALL"], dueMonth: 3, needs: [],
      title: "Handle Recruiting Pressure",
      description: """
        Learn one calming routine, such as slow breathing before each pitch, use it in practice \
        for a month, and name one adult you can talk to when things get heavy.
        """,
      whyItMatters: """
        Being watched changes how the body plays, and a practiced routine brings it back to \
        normal. Asking for help is a skill of strong competitors, and school counselors and \
        doctors are there for it as much as coaches are.
        """,
      failureRisk: """
        Worry that has nowhere to go ends up in tight hands, poor sleep or a temper on the \
        field. If you feel low most days, or baseball has not been fun for weeks, tell somebody \
        soon. No scholarship is worth your health.
        """),
    CatalogueTask(
      key: "10-20", grade: 10, category: "mindset", isRequired: false,
      divisions: ["ALL"], dueMonth: 2, needs: [],
      title: "Stay Grounded and Humble",
      description: """
        Do three things this month that no stat sheet records, such as raking the mound, helping \
        a younger player or thanking an umpire, and make one of them a habit.
        """,
      whyItMatters: """
        Recruiters telephone high school coaches, teachers and even opponents, and their first \
        question is often about character. Body language after a strikeout is watched as closely \
        as the swing, because a college team lives together for months.
        """,
      failureRisk: """
        Talent with an attitude gets passed over for slightly less talent without one. Word \
        travels in a small coaching world, and a scene with an official is retold long after the \
        score is forgotten.
        """),
  ]
}
